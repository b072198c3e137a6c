/** The drawings of the cards: centre lines of the numerals and outlines of the signs, in a field of 100 by 140. */

/** The numeral of each card, its form on a small card, and the one in the corner. */
export const FACES: readonly { card: string; small: string; corner: string }[] = [
  { card: 'M38.1 64.2L54.8 49.5L54.8 116.5', small: 'M37 48.6L56.1 31.8L56.1 108.2', corner: 'M13.1 16.8L16.9 13.1L16.9 29.9' },
  { card: 'M31.3 68.3C31.3 56.9 39.3 49.5 50 49.5C60.8 49.5 68.1 56.9 68.1 66.9C68.1 76.3 62.8 81.7 54.7 90.4L30.6 116.5L69.5 116.5', small: 'M28.6 53.2C28.6 40.2 37.8 31.8 50 31.8C62.3 31.8 70.7 40.2 70.7 51.6C70.7 62.4 64.6 68.5 55.4 78.4L27.9 108.2L72.2 108.2', corner: 'M13.3 17.8C13.3 14.9 15.1 13.1 17.5 13.1C19.9 13.1 21.6 14.9 21.6 17.5C21.6 19.8 20.4 21.2 18.5 23.3L13.1 29.9L21.9 29.9' },
  { card: 'M33.3 49.5L66.1 49.5L49.4 75.6C61.4 75.6 69.5 83.7 69.5 95.7C69.5 107.8 61.4 116.5 49.4 116.5C40 116.5 33.3 111.8 30.6 104.4', small: 'M30.9 31.8L68.4 31.8L49.3 61.6C63 61.6 72.2 70.8 72.2 84.5C72.2 98.3 63 108.2 49.3 108.2C38.6 108.2 30.9 102.9 27.9 94.5', corner: 'M13.7 13.1L21.1 13.1L17.3 19.7C20.1 19.7 21.9 21.7 21.9 24.7C21.9 27.7 20.1 29.9 17.3 29.9C15.2 29.9 13.7 28.7 13.1 26.9' },
  { card: 'M58.4 116.5L58.4 49.5L28.9 97.1L69.1 97.1', small: 'M59.7 108.2L59.7 31.8L26.1 86.1L71.9 86.1', corner: 'M19.8 29.9L19.8 13.1L13.1 25L22.2 25' },
  { card: 'M65.4 49.5L37.3 49.5L33.9 80.3C38 77 43.3 75 50 75C61.4 75 69.5 83 69.5 95.1C69.5 107.8 61.4 116.5 49.4 116.5C40 116.5 33.3 111.8 30.6 104.4', small: 'M67.6 31.8L35.5 31.8L31.7 66.9C36.3 63.1 42.4 60.8 50 60.8C63 60.8 72.2 70 72.2 83.8C72.2 98.3 63 108.2 49.3 108.2C38.6 108.2 30.9 102.9 27.9 94.5', corner: 'M21 13.1L14.6 13.1L13.9 20.8C14.8 20 16 19.5 17.5 19.5C20.1 19.5 21.9 21.5 21.9 24.5C21.9 27.7 20.1 29.9 17.3 29.9C15.2 29.9 13.7 28.7 13.1 26.9' },
  { card: 'M58.7 49.5C44 64.2 30.6 79 30.6 95.7C30.6 107.8 38.6 116.5 50 116.5C61.4 116.5 69.5 107.8 69.5 95.7C69.5 84.3 61.4 76.3 50 76.3C42 76.3 35.3 80.3 31.9 87', small: 'M60 31.8C43.2 48.6 27.9 65.4 27.9 84.5C27.9 98.3 37 108.2 50 108.2C63 108.2 72.2 98.3 72.2 84.5C72.2 71.5 63 62.4 50 62.4C40.9 62.4 33.2 66.9 29.4 74.6', corner: 'M19.5 13.1C16.1 16.8 13.1 20.5 13.1 24.7C13.1 27.7 14.9 29.9 17.5 29.9C20.1 29.9 21.9 27.7 21.9 24.7C21.9 21.8 20.1 19.8 17.5 19.8C15.7 19.8 14.2 20.8 13.4 22.5' },
  { card: 'M32.5 49.5L70 49.5C58 68.3 48.6 89.7 45.9 116.5', small: 'M30.1 31.8L72.9 31.8C59.1 53.2 48.4 77.6 45.4 108.2', corner: 'M13.1 13.1L21.6 13.1C18.8 17.8 16.7 23.2 16.1 29.9' },
  { card: 'M50 80.3C40 80.3 33.9 74.3 33.9 65.6C33.9 56.2 40.7 49.5 50 49.5C59.4 49.5 66.1 56.2 66.1 65.6C66.1 74.3 60.1 80.3 50 80.3C38 80.3 30.6 87.7 30.6 98.4C30.6 109.1 38.6 116.5 50 116.5C61.4 116.5 69.5 109.1 69.5 98.4C69.5 87.7 62.1 80.3 50 80.3Z', small: 'M50 66.9C38.6 66.9 31.7 60.1 31.7 50.1C31.7 39.4 39.3 31.8 50 31.8C60.7 31.8 68.4 39.4 68.4 50.1C68.4 60.1 61.5 66.9 50 66.9C36.3 66.9 27.9 75.4 27.9 87.6C27.9 99.8 37 108.2 50 108.2C63 108.2 72.2 99.8 72.2 87.6C72.2 75.4 63.8 66.9 50 66.9Z', corner: 'M17.5 20.8C15.2 20.8 13.9 19.3 13.9 17.1C13.9 14.8 15.4 13.1 17.5 13.1C19.6 13.1 21.1 14.8 21.1 17.1C21.1 19.3 19.8 20.8 17.5 20.8C14.8 20.8 13.1 22.7 13.1 25.4C13.1 28.1 14.9 29.9 17.5 29.9C20.1 29.9 21.9 28.1 21.9 25.4C21.9 22.7 20.2 20.8 17.5 20.8Z' },
  { card: 'M41.3 116.5C56.1 101.8 69.5 87 69.5 70.3C69.5 58.2 61.4 49.5 50 49.5C38.6 49.5 30.6 58.2 30.6 70.3C30.6 81.7 38.6 89.7 50 89.7C58.1 89.7 64.8 85.7 68.1 79', small: 'M40.1 108.2C56.9 91.4 72.2 74.6 72.2 55.5C72.2 41.7 63 31.8 50 31.8C37 31.8 27.9 41.7 27.9 55.5C27.9 68.5 37 77.6 50 77.6C59.2 77.6 66.9 73.1 70.7 65.4', corner: 'M15.5 29.9C18.8 26.2 21.9 22.5 21.9 18.3C21.9 15.3 20.1 13.1 17.5 13.1C14.9 13.1 13.1 15.3 13.1 18.3C13.1 21.2 14.9 23.2 17.5 23.2C19.3 23.2 20.8 22.2 21.6 20.5' },
  { card: 'M20.3 67L33.3 53.7L33.3 114.3M66.7 53.7C76.1 53.7 79.7 67 79.7 84C79.7 101 76.1 114.3 66.7 114.3C57.3 114.3 53.7 101 53.7 84C53.7 67 57.3 53.7 66.7 53.7Z', small: 'M16.6 50.2L31.8 34.6L31.8 105.4M69.1 34.6C79.5 34.6 83.5 50.2 83.5 70C83.5 89.8 79.5 105.4 69.1 105.4C58.7 105.4 54.7 89.8 54.7 70C54.7 50.2 58.7 34.6 69.1 34.6Z', corner: 'M13.1 16.8L16.9 13.1L16.9 29.9M29.5 13.1C32.7 13.1 33.9 16.8 33.9 21.5C33.9 26.2 32.7 29.9 29.5 29.9C26.4 29.9 25.2 26.2 25.2 21.5C25.2 16.8 26.4 13.1 29.5 13.1Z' },
  { card: 'M26.8 67L39.8 53.7L39.8 114.3M60.2 67L73.2 53.7L73.2 114.3', small: 'M23.3 50.2L38.5 34.6L38.5 105.4M61.4 50.2L76.7 34.6L76.7 105.4', corner: 'M13.1 16.8L16.9 13.1L16.9 29.9M25.2 16.8L28.9 13.1L28.9 29.9' },
  { card: 'M20.3 67L33.3 53.7L33.3 114.3M54.1 70.7C54.1 60.4 59.5 53.7 66.7 53.7C73.8 53.7 78.8 60.4 78.8 69.5C78.8 77.9 75.2 82.8 69.8 90.7L53.7 114.3L79.7 114.3', small: 'M16.6 50.2L31.8 34.6L31.8 105.4M55.2 54.4C55.2 42.4 61.2 34.6 69.1 34.6C77 34.6 82.5 42.4 82.5 53C82.5 62.9 78.5 68.6 72.6 77.8L54.7 105.4L83.5 105.4', corner: 'M13.1 16.8L16.9 13.1L16.9 29.9M25.3 17.8C25.3 14.9 27.1 13.1 29.5 13.1C32 13.1 33.6 14.9 33.6 17.5C33.6 19.8 32.4 21.2 30.6 23.3L25.2 29.9L33.9 29.9' },
];

/** Digits of counts: their widths, and their centre lines, 100 high. */
export const DIGITS: Readonly<Record<string, { width: number; d: string }>> = {
  '0': { width: 58, d: 'M29 0C50 0 58 22 58 50C58 78 50 100 29 100C8 100 0 78 0 50C0 22 8 0 29 0Z' },
  '1': { width: 25, d: 'M0 22L25 0L25 100' },
  '2': { width: 58, d: 'M1 28C1 11 13 0 29 0C45 0 56 11 56 26C56 40 48 48 36 61L0 100L58 100' },
  '3': { width: 58, d: 'M4 0L53 0L28 39C46 39 58 51 58 69C58 87 46 100 28 100C14 100 4 93 0 82' },
  '4': { width: 60, d: 'M44 100L44 0L0 71L60 71' },
  '5': { width: 58, d: 'M52 0L10 0L5 46C11 41 19 38 29 38C46 38 58 50 58 68C58 87 46 100 28 100C14 100 4 93 0 82' },
  '6': { width: 58, d: 'M42 0C20 22 0 44 0 69C0 87 12 100 29 100C46 100 58 87 58 69C58 52 46 40 29 40C17 40 7 46 2 56' },
  '7': { width: 56, d: 'M0 0L56 0C38 28 24 60 20 100' },
  '8': { width: 58, d: 'M29 46C14 46 5 37 5 24C5 10 15 0 29 0C43 0 53 10 53 24C53 37 44 46 29 46C11 46 0 57 0 73C0 89 12 100 29 100C46 100 58 89 58 73C58 57 47 46 29 46Z' },
  '9': { width: 58, d: 'M16 100C38 78 58 56 58 31C58 13 46 0 29 0C12 0 0 13 0 31C0 48 12 60 29 60C41 60 51 54 56 44' },
};

/** Signs of the times of day in a field of 24 by 24: what is filled, and what is drawn with a pen. */
export const SIGNS = {
  dawn: { filled: 'M5.2 16.5a6.8 6.8 0 0 1 13.6 0z', drawn: 'M2 20.5h20M12 3v3.6M4.2 7l2.5 2.5M19.8 7l-2.5 2.5' },
  sun: {
    filled: 'M12 6.6a5.4 5.4 0 1 0 0 10.8 5.4 5.4 0 1 0 0-10.8z',
    drawn: 'M12 1.6v2.6M12 19.8v2.6M1.6 12h2.6M19.8 12h2.6M4.65 4.65l1.8 1.8M17.55 17.55l1.8 1.8M4.65 19.35l1.8-1.8M17.55 6.45l1.8-1.8',
  },
  moon: { filled: 'M20.8 14.4A9.3 9.3 0 1 1 9.6 3.2a7.4 7.4 0 0 0 11.2 11.2z', drawn: '' },
} as const;

export type Band = keyof typeof SIGNS;

/** The ring around a building pile, in a field of 120 by 160: twelve marks, clockwise from the top. */
export const RING = 'M60 4H101A15 15 0 0 1 116 19V141A15 15 0 0 1 101 156H19A15 15 0 0 1 4 141V19A15 15 0 0 1 19 4Z';

/** Twelve rays around the ring of a completed pile. */
export const RAYS = Array.from({ length: 12 }, (_, k) => {
  const angle = (k * Math.PI) / 6;
  const [x, y] = [60 + 84 * Math.sin(angle), 80 - 104 * Math.cos(angle)];
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
  const at = (along: number, across: number): string => `${(x + dx * along - dy * across).toFixed(1)} ${(y + dy * along + dx * across).toFixed(1)}`;
  return `M${at(-9, 0)}L${at(0, 3.5)}L${at(9, 0)}L${at(0, -3.5)}Z`;
}).join('');

/** The plate of a person, with twelve scallops, in a field of 48 by 48. */
export const PLATE =
  'M18.4 3.2A6.2 6.2 0 0 1 29.6 3.2A6.2 6.2 0 0 1 39.2 8.8A6.2 6.2 0 0 1 44.8 18.4A6.2 6.2 0 0 1 44.8 29.6A6.2 6.2 0 0 1 39.2 39.2A6.2 6.2 0 0 1 29.6 44.8A6.2 6.2 0 0 1 18.4 44.8A6.2 6.2 0 0 1 8.8 39.2A6.2 6.2 0 0 1 3.2 29.6A6.2 6.2 0 0 1 3.2 18.4A6.2 6.2 0 0 1 8.8 8.8A6.2 6.2 0 0 1 18.4 3.2Z';

const RADIUS = 140;
/** Degrees of a hairline between two parts of the light. */
const HAIR = 1.31;

export function bandOf(number: number): Band {
  return number <= 4 ? 'dawn' : number <= 8 ? 'sun' : 'moon';
}

/** The light of so many twelfths around a point in the middle of a card. */
export function sweep(twelfths: number, y: number, hair = HAIR): string {
  const at = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${(50 + RADIUS * Math.sin(angle)).toFixed(1)} ${(y - RADIUS * Math.cos(angle)).toFixed(1)}`;
  };
  return Array.from({ length: twelfths }, (_, k) => `M50 ${y}L${at(30 * k + hair)}L${at(30 * k + 30 - hair)}Z`).join('');
}

/** A star of so many rays between two radii around a point. */
export function star(rays: number, x: number, y: number, outer: number, inner: number): string {
  const points = Array.from({ length: rays * 2 }, (_, k) => {
    const radius = k % 2 ? inner : outer;
    const angle = (k / rays) * Math.PI;
    return `${(x + radius * Math.sin(angle)).toFixed(1)} ${(y - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** Marks of a ring as a dash pattern: so many, from the one with this number (0 at the top) on. */
export function marks(from: number, count: number): string {
  return `0 ${from + 0.065} ${Array.from({ length: count }, () => '0.87').join(' 0.13 ')} 13`;
}

/** The pen of counts, in a field 100 high. */
const PEN = 19;
const APART = 10.5;
const SQUEEZED = 0.86;
const TALL = (100 - PEN) / 100;

export type Count = { width: number; d: string };
const counts = new Map<number, Count>();

/** A count in drawn digits: the width of its field and its path. */
export function countOf(n: number): Count {
  const known = counts.get(n);
  if (known) return known;
  const text = String(n);
  const wide = TALL * (text.length > 1 ? SQUEEZED : 1);
  let x = PEN / 2;
  let path = '';
  for (const digit of text) {
    const { width, d } = DIGITS[digit] ?? { width: 0, d: '' };
    const left = x;
    path += d.replace(/([\d.]+) ([\d.]+)/g, (_, a: string, b: string) => `${(left + Number(a) * wide).toFixed(1)} ${(PEN / 2 + Number(b) * TALL).toFixed(1)}`);
    x += width * wide + APART + PEN;
  }
  const made = { width: Number((x - APART - PEN / 2).toFixed(1)), d: path };
  counts.set(n, made);
  return made;
}
