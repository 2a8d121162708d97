import '@mermaid-js/tiny';

/** What of Mermaid is used (https://mermaid.js.org/config/usage.html). */
interface Mermaid {
  initialize(settings: Readonly<Record<string, unknown>>): void;
  render(id: string, source: string, container?: Element): Promise<{ readonly svg: string }>;
}
declare const mermaid: Mermaid;

let count = 0;

/** Draws a Mermaid diagram as SVG. Rejects where it is none. */
export async function draw(source: string, isDark: boolean): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    // No links, no scripts, no HTML in labels; what a diagram says of its own settings does not count.
    securityLevel: 'strict',
    secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'htmlLabels', 'themeCSS'],
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    suppressErrorRendering: true,
    theme: isDark ? 'dark' : 'default',
    fontFamily: 'sans-serif',
    maxTextSize: 20_000,
    maxEdges: 300,
  });
  const container = document.createElement('div');
  container.className = 'measured';
  document.body.append(container);
  try {
    return (await mermaid.render(`diagram-${++count}`, source, container)).svg;
  } finally {
    container.remove();
  }
}
