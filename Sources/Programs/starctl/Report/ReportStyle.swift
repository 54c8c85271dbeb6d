/// The style of a report, on screens and on paper.
enum ReportStyle {
  static let css = """
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: clamp(16px, 4vw, 48px); max-width: 1080px;
      background: var(--ground); color: var(--ink);
      font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
    }
    h1 { margin: 0; font-size: clamp(26px, 4.5vw, 42px); font-weight: 700; line-height: 1.15; letter-spacing: -0.02em; text-wrap: balance; }
    h2 { margin: 0 0 12px; font-size: 22px; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
    h2 small { display: inline-block; margin-inline-start: 0.4em; font-size: 14px; font-weight: 400; color: var(--secondary); letter-spacing: 0; }
    .star { width: 0.95em; height: 0.95em; margin-inline-end: 0.3em; vertical-align: -0.1em; }
    .star polygon { fill: var(--star); stroke: var(--edge); stroke-width: 0.03; stroke-linejoin: round; }
    header p { margin: 12px 0 0; color: var(--secondary); }
    section { margin-top: 44px; }
    .lead { color: var(--secondary); }
    .totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 18px 0; }
    .totals div, figure { padding: 14px 18px; background: var(--raised); border: 1px solid var(--line); border-radius: 14px; }
    dt { font-size: 14px; color: var(--secondary); }
    dd { margin: 0; font-size: 24px; font-weight: 650; line-height: 1.3; }
    .main dd { font-size: 34px; }
    dd small { display: block; font-size: 13px; font-weight: 400; color: var(--secondary); }
    .better dd { color: var(--thanks); }
    .worse dd { color: var(--doubt); }
    .charts { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr)); align-items: start; }
    figure { margin: 0; min-width: 0; }
    .wide { grid-column: 1 / -1; }
    figcaption { font-weight: 600; margin-bottom: 10px; }
    ol { margin: 0; padding: 0; list-style: none; display: grid; gap: 10px; }
    li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; font-size: 14px; }
    .what { color: var(--secondary); }
    .what b { color: var(--ink); }
    .bar { display: block; margin-top: 2px; }
    [dir="rtl"] .bar { transform: scaleX(-1); }
    .track { fill: var(--track); }
    .fill { fill: var(--star); }
    .bar .fill { stroke: var(--edge); stroke-width: 1; }
    .accent { fill: var(--accent); }
    .grey { fill: var(--secondary); }
    .few { color: var(--secondary); font-style: italic; }
    p.few { margin: 8px 0 0; font-size: 13px; }
    .trend { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 12px 10px; }
    .ticks { display: flex; flex-direction: column; justify-content: space-between; text-align: end; font-size: 13px; line-height: 1; color: var(--secondary); }
    .ends, .hours { display: flex; justify-content: space-between; font-size: 13px; color: var(--secondary); }
    .trend svg { display: block; width: 100%; overflow: visible; }
    .means { height: 180px; }
    .counts { height: 44px; }
    .trend path { vector-effect: non-scaling-stroke; stroke-linecap: round; stroke-linejoin: round; }
    .grid { fill: none; stroke: var(--line); stroke-width: 1; }
    .band { fill: var(--star); fill-opacity: 0.28; }
    .line { fill: none; stroke: var(--edge); stroke-width: 2.5; }
    .counts .accent { fill-opacity: 0.55; }
    .maps { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); }
    .map { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 10px; }
    .map p { grid-column: 1 / -1; margin: 0; font-size: 14px; color: var(--secondary); }
    .map svg { display: block; width: 100%; height: 154px; background: var(--ground); border-radius: 6px; }
    .weekdays { display: flex; flex-direction: column; justify-content: space-around; font-size: 13px; line-height: 1; color: var(--secondary); }
    .hours span { flex: 1; }
    details { margin-top: 12px; font-size: 14px; }
    summary { cursor: pointer; min-height: 24px; color: var(--accent); }
    summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    table { width: 100%; border-collapse: collapse; font-size: 14px; }
    details table { margin-top: 8px; }
    table.narrow { max-width: 480px; }
    th, td { padding: 5px 6px; text-align: end; border-bottom: 1px solid var(--line); }
    th:first-child { text-align: start; }
    thead th { color: var(--secondary); font-weight: 600; vertical-align: bottom; }
    tbody th { font-weight: 500; }
    footer { margin-top: 48px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--secondary); font-size: 14px; }
    @media (max-width: 480px) { details, table { font-size: 12.5px; } th, td { padding: 4px 3px; } .totals { grid-template-columns: 1fr 1fr; } .main { grid-column: 1 / -1; } }
    @page { size: A4; margin: 14mm; }
    @media print {
      body { max-width: none; padding: 0; font-size: 10pt; background: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      figure, .totals div, tr { break-inside: avoid; }
      h2, .totals { break-after: avoid; }
      section { margin-top: 7mm; }
      details:not([open]) { display: none; }
      .means { height: 26mm; }
      .totals { gap: 8px; margin: 10px 0; }
      .totals div { padding: 8px 14px; }
      figure { padding: 9px 14px; }
      li { font-size: 8.5pt; line-height: 1.25; }
      .charts, .maps { grid-template-columns: 1fr 1fr; gap: 4mm; }
      .map svg { height: 26mm; }
      ol { gap: 3px; }
    }
    """
}
