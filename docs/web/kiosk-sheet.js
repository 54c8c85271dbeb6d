"use strict";

// The pictures of all screens on the page of the kiosk.

/// Draws every screen of the checked configuration, by language. The kiosk starts after that, because its screens share their stars.
function drawSheet(screens, { width, height }, number) {
  for (const image of element("sheet").querySelectorAll("img")) URL.revokeObjectURL(image.src);
  element("sheet").classList.toggle("upright", height > width);
  element("sheet").replaceChildren();
  let group;
  screens.forEach((screen, i) => {
    const name = (screen.language && languageName(screen.language)) + (screen.hasContrast ? " with more contrast" : "");
    if (!group || group.dataset.name !== name) group = addGroup(name);
    const picture = document.createElement("canvas");
    [picture.width, picture.height] = [width, height];
    picture.getContext("2d").putImageData(kiosk.screenPicture(i, width, height), 0, 0);
    const image = new Image(width, height);
    image.alt = screen.text ?? "";
    picture.toBlob((blob) => { if (number === checkNumber) image.src = URL.createObjectURL(blob); });
    const figure = document.createElement("figure");
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", `Enlarge ${nameOf(screen)}`);
    button.append(image);
    button.addEventListener("click", () => enlarge(image, nameOf(screen)));
    const caption = document.createElement("figcaption");
    caption.textContent = nameOf(screen);
    figure.append(button, caption);
    group.append(figure);
  });
}

function languageName(tag) {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(tag);
  } catch {
    return tag;
  }
}

/// Adds a group of pictures, with a heading unless the name is empty.
function addGroup(name) {
  const heading = document.createElement("h3");
  heading.textContent = name;
  if (name) element("sheet").append(heading);
  const group = document.createElement("div");
  group.className = "screens";
  group.dataset.name = name;
  element("sheet").append(group);
  return group;
}

const nameOf = ({ screen, question }) => (question ? `${screen} ${question}` : screen);

function enlarge(image, name) {
  element("enlarged").setAttribute("aria-label", name);
  const shown = element("enlarged").querySelector("img");
  [shown.src, shown.alt, shown.width, shown.height] = [image.src, image.alt, image.width, image.height];
  element("enlarged").showModal();
}
