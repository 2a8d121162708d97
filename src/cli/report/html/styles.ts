/** Of the page: light, dark and high contrast, by what the reader's browser asks for. */
export const styles = `
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --page: #fff; --panel: #f6f8fa; --accent: #0969da; --high: #b3261e; --medium: #8a5a00; --low: #59636e; --warm: 9, 105, 218; --cold: 200, 90, 20; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --page: #0d1117; --panel: #151b23; --accent: #4493f8; --high: #ff7b72; --medium: #e3b341; --low: #9198a1; --warm: 68, 147, 248; --cold: 230, 130, 60; } }
@media (prefers-contrast: more) { :root { --quiet: var(--text); --line: var(--text); } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1100px; padding: 24px; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 40px 0 12px; padding-top: 12px; border-top: 1px solid var(--line); } h3 { font-size: 16px; margin: 24px 0 8px; }
.lead, .note, .more, footer { color: var(--quiet); }
.summary { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 8px; margin: 16px 0; }
.summary div { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; }
.summary dt { color: var(--quiet); font-size: 13px; } .summary dd { margin: 0; }
.findings { list-style: none; padding: 0; display: grid; gap: 8px; }
.findings li { display: grid; grid-template-columns: 110px 1fr; gap: 12px; border-inline-start: 3px solid var(--low); padding: 4px 12px; }
.findings .high { border-color: var(--high); } .findings .medium { border-color: var(--medium); }
.findings .severity { font-size: 13px; line-height: 22px; color: var(--low); } .high .severity { color: var(--high); } .medium .severity { color: var(--medium); }
.findings a { color: inherit; text-decoration: none; } .findings a:hover, .findings a:focus { text-decoration: underline; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 12px 0; }
th, td { padding: 4px 12px; border-bottom: 1px solid var(--line); text-align: end; white-space: nowrap; } th:first-child { text-align: start; font-weight: 600; } thead th { color: var(--quiet); font-weight: 500; font-size: 13px; vertical-align: bottom; white-space: normal; }
.matrix td { min-width: 56px; text-align: center; } .matrix .more { color: inherit; background: rgba(var(--warm), calc((var(--share) - 0.5) * 0.9)); } .matrix .less { background: rgba(var(--cold), calc((0.5 - var(--share)) * 0.9)); } .matrix .self { background: var(--panel); } .matrix .empty { color: var(--quiet); outline: 2px dashed var(--medium); outline-offset: -3px; }
details { margin: 24px 0 8px; } summary { font-weight: 600; cursor: pointer; }
.chart { display: block; max-width: 100%; height: auto; margin: 12px 0; font: 13px system-ui, sans-serif; }
.chart text { fill: var(--text); } .chart .tick, .chart .figure { fill: var(--quiet); } .chart .grid { stroke: var(--line); } .chart .mark { stroke: var(--quiet); stroke-dasharray: 3 3; }
.chart .interval { stroke: var(--accent); stroke-width: 2.5; opacity: 0.6; } .chart .dot, .chart .bar { fill: var(--accent); }
@media print { body { max-width: none; } section { break-inside: avoid; } }
`;
