/// The style that the pages of results and of reports share: colours for light and dark backgrounds, and the star before the title.
enum PageStyle {
  static let palette = """
    :root {
      --ground: #f7f5f0; --raised: #ffffff; --ink: #1b2430; --secondary: #5b6673; --line: #e3e0d8; --accent: #1e4f91;
      --star: #ffb000; --edge: #8a5a00; --track: #e3e0d8; --thanks: #1a7a43; --doubt: #a3262a;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #12161c; --raised: #1a2029; --ink: #f2f4f7; --secondary: #a9b3c1; --line: #2a313b; --accent: #5aa9ff;
        --star: #ffc53d; --edge: #ffc53d; --track: #2a313b; --thanks: #57d08a; --doubt: #ff8f8f;
      }
    }
    """

  static let star =
    "<svg class=\"star\" viewBox=\"-0.06 -0.06 1.12 1.12\" aria-hidden=\"true\"><polygon points=\"0.5,0.025 0.654,0.338 1,0.388 "
    + "0.75,0.631 0.809,0.975 0.5,0.813 0.191,0.975 0.25,0.631 0,0.388 0.346,0.338\"/></svg>"
}
