/** A chart as a picture file: on the page's ground, with title and legend. A canvas alone is transparent and nameless. */
import type { Line } from './model.ts';

/** The page's look, read once: asking the browser for a style makes it compute all of them. */
export interface Look {
  readonly token: (name: string) => string;
  readonly family: string;
}

const ROW_HEIGHT = 28;
const SAMPLE_WIDTH = 28;
const PADDING = 8;

type Sample = Pick<Line, 'label' | 'color' | 'dash'>;

export interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** Of the canvas, in pixels of the page. */
  readonly width: number;
  readonly title: string;
  readonly legend: readonly Sample[];
  readonly look: Look;
}

interface LegendEntry {
  readonly line: Sample;
  readonly x: number;
  readonly row: number;
}

export function pictureOf({ canvas, width, title, legend: samples, look }: Picture): Promise<Blob | null> {
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) return Promise.resolve(null);
  const legendFont = `12px ${look.family}`;
  context.font = legendFont;
  const legend = layOut(context, samples, width);
  const headingHeight = ROW_HEIGHT * (1 + (legend.at(-1)?.row ?? 0)) + PADDING;
  const scale = canvas.width / width;
  picture.width = canvas.width;
  picture.height = canvas.height + headingHeight * scale;
  context.fillStyle = look.token('--surface');
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(canvas, 0, headingHeight * scale);
  context.scale(scale, scale);
  context.textBaseline = 'middle';
  context.fillStyle = look.token('--text');
  context.font = `600 14px ${look.family}`;
  context.fillText(title, PADDING, ROW_HEIGHT / 2);
  context.font = legendFont;
  context.lineWidth = 2;
  for (const entry of legend) drawEntry(context, entry, look);
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
}

export function readLook(): Look {
  const style = getComputedStyle(document.body);
  const tokens = new Map<string, string>();
  const token = (name: string) => {
    const known = tokens.get(name) ?? style.getPropertyValue(name).trim();
    tokens.set(name, known);
    return known;
  };
  return { token, family: style.fontFamily };
}

/** In rows below the title, as many as the width asks for. */
function layOut(context: CanvasRenderingContext2D, lines: readonly Sample[], width: number): LegendEntry[] {
  let x = PADDING;
  let row = 1;
  return lines.map((line) => {
    const entryWidth = SAMPLE_WIDTH + context.measureText(line.label).width + 3 * PADDING;
    if (x > PADDING && x + entryWidth > width) {
      x = PADDING;
      row++;
    }
    const entry = { line, x, row };
    x += entryWidth;
    return entry;
  });
}

function drawEntry(context: CanvasRenderingContext2D, { line, x, row }: LegendEntry, { token }: Look): void {
  const y = (row + 0.5) * ROW_HEIGHT;
  context.strokeStyle = token(line.color);
  context.setLineDash([...line.dash]);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + SAMPLE_WIDTH, y);
  context.stroke();
  context.fillText(line.label, x + SAMPLE_WIDTH + PADDING, y);
}
