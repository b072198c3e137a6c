/** Draws the result of a game as a picture to be shared, in the colours of the table. */

const SIZE = { width: 1200, height: 630 };
const BANDS = ['--dawn-lit', '--sun-lit', '--moon-lit'];
const MIDDLE = { x: 600, y: 215 };

export async function resultPicture(title: string, why: string, plates: { name: string; tint: number }[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const face = style.getPropertyValue('--font');
  const light = pen.createRadialGradient(MIDDLE.x, MIDDLE.y, 60, MIDDLE.x, MIDDLE.y, 720);
  light.addColorStop(0, colour('--cloth-lit'));
  light.addColorStop(1, colour('--cloth'));
  pen.fillStyle = light;
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  pen.lineWidth = 22;
  for (let mark = 0; mark < 12; mark += 1) {
    const from = ((mark + 0.08) / 12) * 2 * Math.PI - Math.PI / 2;
    pen.strokeStyle = colour(BANDS[Math.floor(mark / 4)] ?? '--star');
    pen.beginPath();
    pen.arc(MIDDLE.x, MIDDLE.y, 150, from, from + (0.84 / 12) * 2 * Math.PI);
    pen.stroke();
  }
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  plates.forEach(({ name, tint }, i) => {
    const x = MIDDLE.x + (i - (plates.length - 1) / 2) * 105;
    const radius = plates.length > 1 ? 62 : 92;
    pen.fillStyle = colour(`--plate-${tint}`);
    pen.beginPath();
    pen.arc(x, MIDDLE.y, radius, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = colour('--plate-ink');
    pen.font = `800 ${radius}px ${face}`;
    pen.fillText([...name.trim()][0]?.toLocaleUpperCase() ?? '?', x, MIDDLE.y + 4);
  });
  pen.fillStyle = colour('--on-cloth');
  write(pen, title, 455, 72, 800, face);
  write(pen, why, 530, 34, 500, face);
  write(pen, 'docena', 594, 30, 700, face);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** One line, as large as fits. */
function write(pen: CanvasRenderingContext2D, text: string, y: number, size: number, weight: number, face: string): void {
  const room = SIZE.width - 80;
  pen.font = `${weight} ${size}px ${face}`;
  const fits = Math.min(1, room / pen.measureText(text).width);
  pen.font = `${weight} ${Math.floor(size * fits)}px ${face}`;
  pen.fillText(text, MIDDLE.x, y);
}
