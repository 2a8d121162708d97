/** A chart as a file of its own: what the theme says of its shapes stands in them, and a ground behind them. */
export function chartSvg(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[...svg.querySelectorAll('*')], [...copy.querySelectorAll('*')]];
  for (const [at, element] of from.entries()) {
    const style = getComputedStyle(element);
    const target = to[at];
    if (!target) continue;
    for (const name of [
      'fill',
      'stroke',
      'stroke-width',
      'stroke-dasharray',
      'opacity',
      'font-family',
      'font-size',
      'font-weight',
    ])
      target.setAttribute(name, style.getPropertyValue(name));
    target.removeAttribute('class');
  }
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('role', 'img');
  copy.setAttribute('aria-label', title);
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({
    width: '100%',
    height: '100%',
    fill: getComputedStyle(document.body).backgroundColor,
  }))
    ground.setAttribute(name, value);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** So many dots for one of the screen's. */
const sharpness = 2;

/** Draws a chart as a picture, as `chartSvg` has it. Resolves to the bytes of a PNG. */
export async function chartPng(svg: SVGSVGElement, title: string): Promise<Uint8Array<ArrayBuffer>> {
  const address = URL.createObjectURL(new Blob([chartSvg(svg, title)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [svg.width.baseVal.value * sharpness, svg.height.baseVal.value * sharpness];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('the browser made no picture of the chart');
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(address);
  }
}
