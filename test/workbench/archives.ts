import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive of these entries, by their names; `told` is the size that it says an entry has. */
export function zipOf(entries: Readonly<Record<string, string | Buffer>>, told?: number): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const [bytes, title] = [Buffer.from(content), Buffer.from(name)];
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(told ?? bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, more, title]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end]);
}

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A cell of a sheet: a text among the workbook's shared ones, a number, a yes or no, a day by its number, or none. */
export type MadeCell = string | number | boolean | { readonly day: number } | null;

/** The parts of an Excel workbook with these sheets, as Excel writes it: texts shared, rows without cells left out. */
export function workbookParts(
  sheets: Readonly<Record<string, readonly (readonly MadeCell[])[]>>,
): Record<string, string> {
  const texts: string[] = [];
  const shared = (text: string): number => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1);
  const cellOf = (cell: MadeCell, at: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${shared(cell)}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
    return typeof cell === 'number' ? `<c r="${at}"><v>${cell}</v></c>` : `<c r="${at}" s="1"><v>${cell.day}</v></c>`;
  };
  const names = Object.keys(sheets);
  const parts = Object.fromEntries(
    Object.values(sheets).map((rows, i) => [
      `xl/worksheets/sheet${i + 1}.xml`,
      xml(
        `<worksheet xmlns="${main}"><sheetData>${rows.map((row, at) => (row.length === 0 ? '' : `<row r="${at + 1}">${row.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`)).join('')}</sheetData></worksheet>`,
      ),
    ]),
  );
  return {
    '[Content_Types].xml': xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId90" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId91" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...parts,
    'xl/sharedStrings.xml': xml(
      `<sst xmlns="${main}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
  };
}

export const workbookOf = (sheets: Readonly<Record<string, readonly (readonly MadeCell[])[]>>): Buffer =>
  zipOf(workbookParts(sheets));
