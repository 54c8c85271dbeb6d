/// The style and the script of the results page.
enum ResultsAssets {
  static let style = """
    * { box-sizing: border-box; }
    html { scroll-behavior: smooth; }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
    body {
      margin: 0 auto; padding: clamp(16px, 4vw, 48px); max-width: 1280px;
      background: var(--ground); color: var(--ink);
      font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
    }
    h1 { margin: 0; font-size: clamp(26px, 4.5vw, 42px); font-weight: 700; line-height: 1.15; letter-spacing: -0.02em; text-wrap: balance; }
    h2 { margin: 0 0 12px; font-size: 22px; font-weight: 650; letter-spacing: -0.01em; }
    h3 { margin: 20px 0 8px; font-size: 15px; }
    .star { width: 0.95em; height: 0.95em; margin-right: 0.3em; vertical-align: -0.1em; }
    .star polygon { fill: var(--star); stroke: var(--edge); stroke-width: 0.03; stroke-linejoin: round; }
    header p { margin: 12px 0 0; max-width: 80ch; font-size: 17px; color: var(--secondary); }
    header strong { color: var(--ink); }
    code { font: 0.92em ui-monospace, monospace; }
    nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 20px 0 0; }
    a { color: var(--accent); text-underline-offset: 3px; }
    nav a { padding: 4px 0; font-weight: 600; text-decoration: none; }
    a:hover { text-decoration: underline; }
    section { margin-top: 40px; }
    .lead { margin: 0 0 12px; color: var(--secondary); max-width: 72ch; }
    table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--raised); border: 1px solid var(--line); border-radius: 14px; }
    th, td { padding: 14px; text-align: right; vertical-align: top; border-top: 1px solid var(--line); }
    td { white-space: nowrap; }
    td:nth-child(2) { min-width: 150px; }
    thead th { padding: 6px 4px; border-top: 0; vertical-align: bottom; font-size: 14px; color: var(--secondary); white-space: nowrap; }
    #comparison thead th { padding: 12px 14px; }
    th:first-child { text-align: left; font-weight: 600; }
    tbody th a { color: inherit; text-decoration: none; }
    tbody th a:hover { text-decoration: underline; }
    th small { display: block; margin-top: 2px; font-size: 13px; font-weight: 400; color: var(--secondary); }
    .figure { font-size: 20px; font-weight: 700; line-height: 1.2; white-space: nowrap; }
    .none { color: var(--secondary); font-size: 14px; }
    em { display: inline-block; margin: 0 4px 0 0; padding: 1px 8px; border: 1px solid currentColor; border-radius: 99px; font-size: 12px; font-style: normal; font-weight: 600; }
    .note { color: var(--accent); }
    .doubt { color: var(--doubt); }
    button, select {
      font: inherit; color: inherit; background: none; border: 1px solid transparent; border-radius: 8px; padding: 6px 10px;
      min-height: 36px; cursor: pointer;
    }
    thead button { font-weight: 600; text-align: inherit; }
    thead button:hover { color: var(--ink); background: var(--track); }
    thead [aria-sort] button { color: var(--ink); }
    thead [aria-sort="ascending"] button::after { content: " \\2191"; }
    thead [aria-sort="descending"] button::after { content: " \\2193"; }
    :is(a, button, select, summary):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .bar { display: block; margin-top: 6px; }
    .track { fill: var(--track); }
    .fill { fill: var(--star); stroke: var(--edge); stroke-width: 1; }
    .fill.doubtful { fill-opacity: 0.4; stroke-dasharray: 3 3; }
    .choices { display: grid; grid-template-columns: 1fr; gap: 12px; margin-bottom: 12px; }
    .choices label { display: flex; align-items: center; gap: 10px; font-weight: 600; min-width: 0; }
    select { flex: 1; min-width: 0; min-height: 44px; background: var(--raised); border-color: var(--secondary); }
    .faster { color: var(--thanks); font-weight: 600; }
    .slower { color: var(--doubt); font-weight: 600; }
    .charts { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); }
    figure { margin: 0; min-width: 0; }
    .charts figure, details { padding: 16px 18px; background: var(--raised); border: 1px solid var(--line); border-radius: 14px; }
    figcaption { font-weight: 600; }
    ol { margin: 12px 0 0; padding: 0; list-style: none; display: grid; gap: 14px; }
    li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; font-size: 14px; }
    li .bar { margin-top: 4px; }
    .what { color: var(--secondary); }
    .what b { color: var(--ink); }
    details { margin-top: 12px; }
    summary { cursor: pointer; font-weight: 600; }
    dl { display: grid; grid-template-columns: minmax(120px, max-content) minmax(0, 1fr); gap: 6px 20px; margin: 14px 0 0; font-size: 14px; }
    dt { color: var(--secondary); }
    dd { margin: 0; }
    .curves { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); }
    .curve figcaption { font-size: 14px; font-weight: 400; color: var(--secondary); }
    .curve svg { display: block; margin-top: 4px; background: var(--ground); border-radius: 6px; }
    .curve polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
    footer { margin-top: 48px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--secondary); font-size: 14px; }
    @media (min-width: 640px) { .choices { grid-template-columns: 1fr 1fr; } }
    @media (max-width: 1080px) {
      table, tbody, tr, th[scope="row"], td { display: block; }
      thead tr { display: flex; flex-wrap: wrap; gap: 2px; padding: 6px; }
      #comparison thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
      thead { display: block; }
      thead th { padding: 0; }
      tbody tr { padding: 14px 16px; border-top: 1px solid var(--line); }
      #comparison tbody tr:first-child { border-top: 0; }
      tbody th, tbody td { padding: 0; border: 0; text-align: left; }
      tbody th { margin-bottom: 8px; }
      td { white-space: normal; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; padding: 3px 0; }
      td::before { content: attr(data-label); color: var(--secondary); font-size: 14px; }
      td .bar { margin: 2px 0 6px; }
    }
    @media (min-width: 640px) and (max-width: 1080px) {
      #table tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: 0 48px; }
      #table tbody :is(th, td:nth-child(2)) { grid-column: 1 / -1; }
    }
    @media (max-width: 480px) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 10px; } }
    """

  static let script = """
    const table = document.getElementById("table");
    const heads = [...table.tHead.rows[0].cells];
    function sortBy(column, direction) {
      heads.forEach((head, i) => i === column ? head.setAttribute("aria-sort", direction) : head.removeAttribute("aria-sort"));
      const sign = direction === "ascending" ? 1 : -1;
      const rows = [...table.tBodies[0].rows];
      rows.sort((one, other) => {
        const [a, b] = [one, other].map(row => row.cells[column].dataset.sort);
        if (a === "" || b === "") return (a === "") - (b === "");
        const difference = isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b;
        return sign * difference;
      });
      table.tBodies[0].append(...rows);
    }
    heads.forEach((head, column) => {
      const button = head.querySelector("button");
      button.addEventListener("click", () => {
        const other = { ascending: "descending", descending: "ascending" };
        sortBy(column, other[head.getAttribute("aria-sort")] ?? button.dataset.first);
      });
    });

    const runs = JSON.parse(document.getElementById("data").textContent);
    const [first, second] = ["a", "b"].map(name => document.getElementById(name));
    const digits = value => value < 100 ? value.toFixed(2) : value.toFixed(0);
    function compare() {
      const [a, b] = [runs[first.value], runs[second.value]];
      const body = document.getElementById("comparison").tBodies[0];
      body.replaceChildren();
      function add(title, cells) {
        const row = body.insertRow();
        row.setAttribute("role", "row");
        const head = document.createElement("th");
        head.scope = "row";
        head.setAttribute("role", "rowheader");
        head.textContent = title;
        row.append(head);
        for (const [label, text, kind] of cells) {
          const cell = row.insertCell();
          cell.setAttribute("role", "cell");
          cell.dataset.label = label;
          const words = document.createElement("span");
          words.textContent = text;
          words.className = kind ?? "";
          cell.append(words);
        }
      }
      const ratio = value => [digits(value) + " \\u00d7", value > 1.02 ? "faster" : value < 0.98 ? "slower" : ""];
      const clocks = a.clock && b.clock ? a.clock / b.clock : undefined;
      let shared = 0;
      if (a.headline && b.headline) {
        const figure = run => Math.round(run.headline).toLocaleString("en").replaceAll(",", "\\u202f");
        add("Stars per second per GHz", [["A", figure(a)], ["B", figure(b)], ["Speed of B over A", "", ""],
          ["At equal clocks", ...ratio(b.headline / a.headline)]]);
      }
      for (const result of a.results) {
        const other = b.results.find(each => each.name === result.name);
        if (!other) continue;
        shared += 1;
        const speed = result.time / other.time;
        add(result.title, [["A", result.shown], ["B", other.shown], ["Speed of B over A", ...ratio(speed)],
          ["At equal clocks", ...(clocks ? ratio(speed * clocks) : ["not measured", "none"])]]);
      }
      const doubt = [a, b].filter(run => !run.valid).map(run => run.title);
      document.getElementById("summary").textContent = `${shared} workloads in common. More than 1 \\u00d7: B is faster.`
        + (doubt.length ? ` Not valid: ${[...new Set(doubt)].join("; ")}.` : "");
    }
    if (first) {
      for (const field of [first, second]) field.addEventListener("change", compare);
      compare();
    }
    """
}
