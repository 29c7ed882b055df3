import type { Seeded } from './seeded.ts';

export const VIEWS = ['lake', 'sea', 'garden', 'river', 'city', 'hill'] as const;
export type View = (typeof VIEWS)[number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Light {
  readonly sky: readonly [above: string, below: string];
  readonly sun: string;
  readonly far: string;
  readonly near: string;
  readonly water: readonly [above: string, below: string];
}

const LIGHTS: readonly [Light, ...Light[]] = [
  {
    sky: ['#8ec5e8', '#e8f4f8'],
    sun: '#fff6d8',
    far: '#8fb0b8',
    near: '#5c8a72',
    water: ['#9ccbdc', '#4f8fae'],
  },
  {
    sky: ['#6fa8d6', '#f6e3c8'],
    sun: '#ffe9b0',
    far: '#9a9fb5',
    near: '#6d8a63',
    water: ['#bcd0d8', '#5b87a5'],
  },
  {
    sky: ['#7c86b8', '#f7c9a0'],
    sun: '#ffd48a',
    far: '#8d86a6',
    near: '#5d6f63',
    water: ['#e3c3ae', '#6f7fa5'],
  },
];

/** What is seen from a window, or around a building. The id is unique in the picture. */
export function landscape(view: View, box: Box, seeded: Seeded, id: string): string {
  const light = seeded.pick(LIGHTS);
  const { x, y, width, height } = box;
  const horizon = y + height * 0.58;
  const sunX = x + width * (0.2 + 0.6 * seeded.next());
  const sky = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#${id}-sky)"/>
<circle cx="${round(sunX)}" cy="${round(y + height * 0.26)}" r="${round(height * 0.08)}" fill="${light.sun}"/>`;
  const parts = { light, box, horizon, seeded, id };
  return `<defs>${gradient(`${id}-sky`, light.sky)}${gradient(`${id}-water`, light.water)}<clipPath id="${id}-clip"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath></defs>
<g clip-path="url(#${id}-clip)">${sky}${DRAWN[view](parts)}</g>`;
}

interface Parts {
  readonly light: Light;
  readonly box: Box;
  readonly horizon: number;
  readonly seeded: Seeded;
  readonly id: string;
}

const DRAWN: Readonly<Record<View, (parts: Parts) => string>> = {
  lake: (parts) => `${ridges(parts)}${water(parts)}${sail(parts)}`,
  sea: (parts) => `${water(parts)}${sail(parts)}`,
  garden: (parts) => `${ridges(parts)}${floorOf(parts, '#86a865')}${trees(parts, 7)}${flowers(parts)}`,
  river: (parts) => `${roofs(parts, 0.3)}${water(parts)}${bridge(parts)}`,
  city: (parts) => `${ridges(parts)}${floorOf(parts, '#b7a792')}${roofs(parts, 0.42)}`,
  hill: (parts) => `${castle(parts)}${floorOf(parts, '#a9a47a')}${roofs(parts, 0.24)}${trees(parts, 3)}`,
};

function gradient(id: string, [above, below]: readonly [string, string]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient>`;
}

function ridges({ light, box, horizon, seeded }: Parts): string {
  return [[light.far, 0.3] as const, [light.near, 0.17] as const]
    .map(([fill, share]) => `<path d="${ridge(box, horizon, seeded, share)}" fill="${fill}"/>`)
    .join('');
}

function ridge({ x, width, height }: Box, horizon: number, seeded: Seeded, share: number): string {
  const step = width / 4;
  let path = `M ${x} ${round(horizon)}`;
  for (let peak = 0; peak < 4; peak += 1) {
    const top = horizon - height * share * (0.6 + 0.4 * seeded.next()) * 1.4;
    const from = x + peak * step;
    path += ` Q ${round(from + step / 2)} ${round(top)} ${round(from + step)} ${round(horizon - height * share * 0.3)}`;
  }
  return `${path} L ${x + width} ${round(horizon + 2)} L ${x} ${round(horizon + 2)} Z`;
}

function water({ box, horizon, seeded, id }: Parts): string {
  const { x, y, width, height } = box;
  const depth = y + height - horizon;
  const waves = Array.from({ length: 9 }, () => {
    const from = x + width * seeded.next() * 0.9;
    const level = horizon + depth * (0.08 + 0.85 * seeded.next());
    return `<rect x="${round(from)}" y="${round(level)}" width="${round(width * (0.04 + 0.1 * seeded.next()))}" height="2" rx="1" fill="#fff" opacity=".35"/>`;
  });
  return `<rect x="${x}" y="${round(horizon)}" width="${width}" height="${round(depth)}" fill="url(#${id}-water)"/>${waves.join('')}`;
}

function sail({ box, horizon, seeded }: Parts): string {
  const size = box.height * 0.14;
  const x = box.x + box.width * (0.25 + 0.5 * seeded.next());
  const y = horizon + box.height * 0.1;
  return `<path d="M ${round(x)} ${round(y - size)} L ${round(x)} ${round(y)} L ${round(x + size * 0.6)} ${round(y)} Z" fill="#fff"/><path d="M ${round(x - size * 0.35)} ${round(y)} h ${round(size)} l ${round(-size * 0.2)} ${round(size * 0.16)} h ${round(-size * 0.6)} Z" fill="#7b4a35"/>`;
}

function floorOf({ box, horizon }: Parts, fill: string): string {
  return `<rect x="${box.x}" y="${round(horizon)}" width="${box.width}" height="${round(box.y + box.height - horizon)}" fill="${fill}"/>`;
}

function trees({ box, horizon, seeded }: Parts, count: number): string {
  return Array.from({ length: count }, () => {
    const size = box.height * (0.09 + 0.09 * seeded.next());
    const x = box.x + box.width * seeded.next();
    const foot = horizon + box.height * 0.12 * seeded.next();
    const fill = seeded.pick(['#4f7d52', '#6a9459', '#3f6b4c']);
    return `<rect x="${round(x - size * 0.08)}" y="${round(foot - size)}" width="${round(size * 0.16)}" height="${round(size)}" fill="#6b4f3a"/><circle cx="${round(x)}" cy="${round(foot - size * 1.3)}" r="${round(size * 0.7)}" fill="${fill}"/>`;
  }).join('');
}

function flowers({ box, horizon, seeded }: Parts): string {
  return Array.from({ length: 26 }, () => {
    const x = box.x + box.width * seeded.next();
    const y = horizon + (box.y + box.height - horizon) * (0.35 + 0.6 * seeded.next());
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(box.height * 0.012)}" fill="${seeded.pick(['#e8a0b4', '#f4d06f', '#fdfdfd', '#c58ad0'])}"/>`;
  }).join('');
}

function roofs({ box, horizon, seeded }: Parts, share: number): string {
  const count = 7;
  const step = box.width / count;
  return Array.from({ length: count }, (_, index) => {
    const height = box.height * share * (0.55 + 0.45 * seeded.next());
    const [x, top] = [box.x + index * step, horizon - height * 0.7];
    const wall = seeded.pick(['#e9d9c2', '#dcc3a5', '#efe6da', '#cfb9a0']);
    const panes = [0.22, 0.6].map(
      (at) =>
        `<rect x="${round(x + step * at)}" y="${round(top + height * 0.3)}" width="${round(step * 0.16)}" height="${round(height * 0.24)}" fill="#6e7f8c"/>`,
    );
    return `<rect x="${round(x)}" y="${round(top)}" width="${round(step + 1)}" height="${round(height)}" fill="${wall}"/><path d="M ${round(x - 2)} ${round(top)} l ${round(step / 2 + 2)} ${round(-height * 0.3)} l ${round(step / 2 + 2)} ${round(height * 0.3)} Z" fill="${seeded.pick(['#b4573f', '#a24a38', '#c06a4b'])}"/>${panes.join('')}`;
  }).join('');
}

function bridge({ box, horizon }: Parts): string {
  const y = horizon + box.height * 0.08;
  const span = box.width / 4;
  const arches = Array.from({ length: 4 }, (_, index) => {
    const x = box.x + index * span;
    return `M ${round(x + span * 0.08)} ${round(y + box.height * 0.14)} a ${round(span * 0.42)} ${round(box.height * 0.11)} 0 0 1 ${round(span * 0.84)} 0`;
  });
  return `<rect x="${box.x}" y="${round(y)}" width="${box.width}" height="${round(box.height * 0.045)}" fill="#a89682"/><path d="${arches.join(' ')}" fill="none" stroke="#a89682" stroke-width="${round(box.height * 0.03)}"/>`;
}

function castle({ box, horizon, light }: Parts): string {
  const { x, width, height } = box;
  const [middle, top] = [x + width * 0.55, horizon - height * 0.26];
  const stone = '#cdb99b';
  const tower = (at: number, high: number): string =>
    `<rect x="${round(middle + width * at)}" y="${round(top - height * high)}" width="${round(width * 0.045)}" height="${round(height * high + 4)}" fill="${stone}"/>`;
  return `<path d="M ${x} ${round(horizon + 2)} Q ${round(middle)} ${round(horizon - height * 0.52)} ${x + width} ${round(horizon + 2)} Z" fill="${light.near}"/><rect x="${round(middle - width * 0.13)}" y="${round(top - height * 0.07)}" width="${round(width * 0.26)}" height="${round(height * 0.08)}" fill="${stone}"/>${tower(-0.13, 0.13)}${tower(-0.02, 0.17)}${tower(0.085, 0.12)}`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
