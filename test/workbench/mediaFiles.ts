import zlib from 'node:zlib';

/** A PNG of one colour. */
export function png(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.concat(Array.from({ length: width }, () => Buffer.from([red, green, blue]))),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = zlib.deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8 + body.length);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(zlib.crc32(body), 4 + body.length);
  return framed;
}

/** A WAV of a tone: one channel, 8 bits a sample, 8000 samples a second. */
export function wav(seconds: number): Buffer {
  const samples = Buffer.from(
    Array.from({ length: seconds * 8000 }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3))),
  );
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/**
 * A WebM (VP8) of one second, 32 pixels high and wide, red and blue in turn, as Chromium's MediaRecorder writes it of a
 * canvas.
 */
export const webm = (): Buffer =>
  Buffer.from(
    [
      'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAARPEU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTbuLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCBD3srgAAAAAAAAAA',
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYREYpRKTYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFhxiWICVRxEyDgQFV7oEBhoVWX1ZQOOCdsIEguoEgU8CB',
      'AVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAAA13ngQCg7KG/gQAAAPACAJ0BKiAAIAAABwiFhYiZhIgBJBATrVAfwBBBCUzzgP7/p3k//8nu/8nu/8nu//ye7/87BsS7XgAAdaGopqbugQGloVACAJ0BKiAA',
      'IAAABwiFhYiZhIgBJBAAPIeeTgD+/7qDAKDRobCBAGMAEQIAABAJIADAOcBBC9OWagJEMP7+67y/+U9jivo/8p+//5PdnjSmiX/5OAB1oZmml+6BAaWS0QEAABAJIADAAMLBf6AAQ4AA+4EAoNGhsIEAyADxAQAA',
      'EAkgAMAA8r+gYAIIcAD+/6d5P//J7s8aU0S//J7v/zr5rqOLqb1EAHWhmaaX7oEBpZLRAQAAEAkgAMAAwsF/oABDgAD7gWOg0KGvgQEtAPEBAAAQCSAAwADyv6BgAghwAP7+67y/+U9jivo/8p+//5PdnjSmiX/5',
      'OAB1oZmml+6BAaWS0QEAABAJIADAAMLBf6AAQ4AA+4HIoNKhsIEBlADxAQAAEAkgAMAA8r+gYAIIcAD+/6d5P//J7s8aU0S//J7v/zr5rqOLqb1EAHWhmaaX7oEBpZLRAQAAEAkgAMAAwsF/oABDgAD7ggEtoNGh',
      'r4EB+ADxAQAAEAkgAMAA8r+gYAIIcAD+/uu8v/lPY4r6P/Kfv/+T3Z40pol/+TgAdaGZppfugQGlktEBAAAQCSAAwADCwX+gAEOAAPuCAZSg0qGwgQJdAPEBAAAQCSAAwADyv6BgAghwAP7/p3k//8nuzxpTRL/8',
      'nu//Ovmuo4upvUQAdaGZppfugQGlktEBAAAQCSAAwADCwX+gAEOAAPuCAfig0KGugQLBANEBAAAQCSCjAAPK/oGACCHA/v7rvL/5T2OK+j/yn7//k92eNKaJf/k4AHWhmaaX7oEBpZLRAQAAEAkgowADCwX+gAEO',
      'AAD7ggJdoNKhsIEDJgDxAQAAEAkgAMAA8r+gYAIIcAD+/6d5P//J7s8aU0S//J7v/zr5rqOLqb1EAHWhmaaX7oEBpZLRAQAAEAkgAMAAwsF/oABDgAD7ggLBoNGhr4EDigDxAQAAEAkgAMAA8r+gYAIIcAD+/uu8',
      'v/lPY4r6P/Kfv/+T3Z40pol/+TgAdaGZppfugQGlktEBAAAQCSAAwADCwX+gAEOAAPuCAyYcU7trjbuLs4EAt4b3gQHxgdQ=',
    ].join(''),
    'base64',
  );
