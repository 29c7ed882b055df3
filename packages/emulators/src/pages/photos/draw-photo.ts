import { landscape, VIEWS } from './landscape.ts';
import type { Box, View } from './landscape.ts';
import { seededBy } from './seeded.ts';
import type { Seeded } from './seeded.ts';

const MOTIFS = ['room', 'apartment', 'villa', 'boat', 'meeting'] as const;
type Motif = (typeof MOTIFS)[number];

const [WIDTH, HEIGHT] = [900, 600];
const WHOLE: Box = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const FLOOR = 455;

/** The SVG of `/photos/<motif>/<view>/<name>.svg`, the same at every request; undefined where there is none. */
export function drawPhoto(motif: string, view: string, file: string): string | undefined {
  const [, name] = /^([a-z0-9-]{1,100})\.svg$/.exec(file) ?? [];
  const isKnown = MOTIFS.some((one) => one === motif) && VIEWS.some((one) => one === view);
  if (name === undefined || !isKnown) return undefined;
  const drawn = DRAWN[motif as Motif](view as View, seededBy(`${motif}/${view}/${name}`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${drawn}</svg>\n`;
}

const DRAWN: Readonly<Record<Motif, (view: View, seeded: Seeded) => string>> = {
  room: drawRoom,
  apartment: drawApartment,
  villa: drawVilla,
  boat: drawBoat,
  meeting: drawMeetingRoom,
};

interface Cloth {
  readonly strong: string;
  readonly soft: string;
}
const CLOTHS: readonly [Cloth, ...Cloth[]] = [
  { strong: '#3f6f8c', soft: '#a9c6d6' },
  { strong: '#8a5a44', soft: '#e2c7b0' },
  { strong: '#5e7a5c', soft: '#c6d6bd' },
  { strong: '#7a5a86', soft: '#d6c6de' },
];
const WALLS: readonly [string, ...string[]] = ['#f1e9dd', '#e9ece6', '#efe5e0', '#e6ebef'];

const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${radius === 0 ? '' : ` rx="${radius}"`}/>`;

function shell(seeded: Seeded): string {
  const boards = Array.from({ length: 6 }, (_, index) =>
    rect(0, FLOOR + 24 * index, WIDTH, 2, index % 2 === 0 ? '#a9825c' : '#b58d66'),
  );
  return `${rect(0, 0, WIDTH, HEIGHT, seeded.pick(WALLS))}${rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, '#be976f')}${boards.join('')}${rect(0, FLOOR - 12, WIDTH, 12, '#fbf8f3')}`;
}

function window(view: View, box: Box, seeded: Seeded, panes: number): string {
  const { x, y, width, height } = box;
  const bars = Array.from({ length: panes - 1 }, (_, index) =>
    rect(x + ((index + 1) * width) / panes - 4, y, 8, height, '#fdfcfa'),
  );
  const frame = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#fdfcfa" stroke-width="14"/>`;
  return `${landscape(view, box, seeded, 'view')}${bars.join('')}${frame}${rect(x - 18, y + height + 4, width + 36, 14, '#fdfcfa', 3)}`;
}

function curtains({ x, y, width, height }: Box, fill: string): string {
  const side = (from: number): string =>
    [0, 1, 2].map((fold) => rect(from + fold * 22, y - 24, 20, height + 66, fill, 8)).join('');
  return `${rect(x - 76, y - 32, width + 152, 8, '#8c7258', 4)}<g opacity=".92">${side(x - 64)}${side(x + width)}</g>`;
}

function lamp(x: number, foot: number, high: number): string {
  return `<circle cx="${x}" cy="${foot - high}" r="78" fill="#ffe9b8" opacity=".35"/>${rect(x - 3, foot - high, 6, high, '#6f5a48')}<path d="M ${x - 22} ${foot - high - 42} h 44 l 14 48 h -72 Z" fill="#fff3d6"/>${rect(x - 24, foot - 6, 48, 6, '#6f5a48', 3)}`;
}

function plant(x: number, foot: number): string {
  const leaves = [-58, -34, -10, 14, 38, 60].map(
    (lean) =>
      `<path d="M ${x} ${foot - 52} q ${lean * 0.3} -70 ${lean} -104 q ${lean * 0.1} 70 ${-lean} 104" fill="${lean % 4 === 0 ? '#4f7d52' : '#6a9459'}"/>`,
  );
  return `${leaves.join('')}<path d="M ${x - 32} ${foot - 58} h 64 l -10 58 h -44 Z" fill="#c98d6a"/>`;
}

function drawRoom(view: View, seeded: Seeded): string {
  const cloth = seeded.pick(CLOTHS);
  const box = { x: 480, y: 96, width: 290, height: 250 };
  const bed = `${rect(70, 250, 356, 200, '#8c6a4c', 14)}${rect(84, 330, 330, 150, '#fbfaf7', 12)}${rect(104, 300, 132, 62, '#ffffff', 18)}${rect(258, 300, 132, 62, '#ffffff', 18)}${rect(150, 326, 84, 44, cloth.strong, 14)}${rect(264, 326, 84, 44, cloth.soft, 14)}${rect(76, 386, 346, 116, cloth.soft, 14)}${rect(76, 446, 346, 62, cloth.strong, 12)}${rect(88, 504, 16, 26, '#6f5139')}${rect(394, 504, 16, 26, '#6f5139')}`;
  const picture = `${rect(172, 116, 150, 96, '#fdfcfa', 2)}${rect(184, 128, 126, 72, cloth.soft)}<path d="M 184 200 l 40 -44 l 30 28 l 22 -20 l 34 36 Z" fill="${cloth.strong}" opacity=".7"/>`;
  const table = `${rect(448, 400, 84, 12, '#8c6a4c', 4)}${rect(458, 412, 8, 84, '#8c6a4c')}${rect(514, 412, 8, 84, '#8c6a4c')}`;
  const rug = `<ellipse cx="560" cy="548" rx="250" ry="34" fill="${cloth.soft}"/><ellipse cx="560" cy="548" rx="206" ry="24" fill="${cloth.strong}" opacity=".25"/>`;
  const chair = `${rect(690, 372, 120, 92, cloth.strong, 22)}${rect(674, 430, 152, 58, cloth.soft, 18)}${rect(690, 486, 12, 34, '#6f5139')}${rect(798, 486, 12, 34, '#6f5139')}`;
  return `${shell(seeded)}${window(view, box, seeded, 2)}${curtains(box, cloth.soft)}${picture}${rug}${bed}${table}${lamp(490, 400, 74)}${chair}`;
}

function drawApartment(view: View, seeded: Seeded): string {
  const cloth = seeded.pick(CLOTHS);
  const box = { x: 150, y: 70, width: 600, height: 290 };
  const sofa = `${rect(180, 352, 430, 100, cloth.strong, 26)}${rect(160, 392, 70, 106, cloth.strong, 24)}${rect(560, 392, 70, 106, cloth.strong, 24)}${rect(222, 420, 346, 70, cloth.soft, 16)}${rect(242, 372, 84, 66, '#fbf3e4', 16)}${rect(470, 372, 84, 66, '#e7c77f', 16)}${rect(186, 496, 14, 22, '#6f5139')}${rect(590, 496, 14, 22, '#6f5139')}`;
  const table = `<ellipse cx="430" cy="540" rx="150" ry="22" fill="#8c6a4c"/><ellipse cx="430" cy="534" rx="150" ry="20" fill="#a8835f"/>${rect(404, 508, 44, 20, '#fdfcfa', 6)}<circle cx="482" cy="522" r="12" fill="#d98c5f"/><circle cx="500" cy="526" r="10" fill="#c9a24b"/>`;
  return `${shell(seeded)}${window(view, box, seeded, 4)}${lamp(700, 500, 210)}${plant(92, 520)}${sofa}${table}${plant(826, 540)}`;
}

function drawVilla(view: View, seeded: Seeded): string {
  const wall = seeded.pick(['#f7f1e6', '#f3e3cf', '#eef0ec']);
  const roof = seeded.pick(['#a8543e', '#7c5140', '#8c5f52']);
  const pane = (x: number, y: number): string =>
    `${rect(x, y, 62, 78, '#fdfcfa', 3)}${rect(x + 6, y + 6, 23, 66, '#8fb4c8')}${rect(x + 33, y + 6, 23, 66, '#ffe3a6')}`;
  const building = `<path d="M 210 240 L 430 132 L 690 240 Z" fill="${roof}"/>${rect(236, 236, 430, 210, wall)}${pane(270, 262)}${pane(376, 262)}${pane(566, 262)}${pane(270, 356)}${pane(566, 356)}${rect(462, 316, 78, 130, '#6f5139', 4)}<circle cx="528" cy="386" r="4" fill="#e7c77f"/>${rect(346, 436, 320, 12, '#cdbfae')}${rect(600, 150, 34, 70, wall)}`;
  const lawn = `<rect x="0" y="430" width="${WIDTH}" height="170" fill="#86a865"/><path d="M 470 446 L 532 446 L 640 600 L 400 600 Z" fill="#dccfb8"/>`;
  const pool = `<ellipse cx="196" cy="528" rx="172" ry="44" fill="#e9e2d4"/><ellipse cx="196" cy="524" rx="156" ry="36" fill="#6fb7cf"/><ellipse cx="160" cy="516" rx="60" ry="6" fill="#fff" opacity=".5"/>`;
  const trees = [52, 760, 842].map(
    (x, index) =>
      `${rect(x - 7, 360, 14, 96, '#6b4f3a')}<ellipse cx="${x}" cy="${310 - 14 * index}" rx="58" ry="92" fill="${index === 1 ? '#6a9459' : '#4f7d52'}"/>`,
  );
  return `${landscape(view, WHOLE, seeded, 'view')}${lawn}${trees.join('')}${building}${pool}`;
}

function drawBoat(view: View, seeded: Seeded): string {
  const hull = seeded.pick(['#8a5a3c', '#3f6f8c', '#a2453c']);
  const boat = `<path d="M 250 418 Q 450 470 660 418 Q 640 506 560 512 L 352 512 Q 276 506 250 418 Z" fill="${hull}"/><path d="M 250 418 Q 450 470 660 418" fill="none" stroke="#f3e3cf" stroke-width="10"/>${rect(352, 440, 34, 30, '#d8b58c')}${rect(520, 440, 34, 30, '#d8b58c')}<path d="M 330 350 L 520 540" stroke="#d8b58c" stroke-width="9" stroke-linecap="round"/><path d="M 508 528 l 44 44" stroke="#c99f70" stroke-width="20" stroke-linecap="round"/>`;
  const jetty = `${rect(700, 452, 200, 20, '#9b7a58')}${rect(724, 470, 16, 110, '#80634a')}${rect(820, 470, 16, 130, '#80634a')}`;
  return `${landscape(view, WHOLE, seeded, 'view')}${jetty}<ellipse cx="456" cy="516" rx="210" ry="14" fill="#2f5a70" opacity=".35"/>${boat}`;
}

function drawMeetingRoom(view: View, seeded: Seeded): string {
  const cloth = seeded.pick(CLOTHS);
  const box = { x: 90, y: 90, width: 420, height: 250 };
  const screen = `${rect(590, 110, 240, 150, '#39424c', 6)}${rect(600, 120, 220, 130, '#eef3f6')}${[150, 176, 202].map((y, row) => rect(622, y, 150 - 34 * row, 10, cloth.strong, 4)).join('')}`;
  const chairs = [150, 290, 430, 570, 710].map(
    (x) => `${rect(x, 356, 76, 84, cloth.strong, 16)}${rect(x + 34, 438, 8, 60, '#6f5a48')}`,
  );
  const table = `<path d="M 120 430 h 680 l 60 84 h -800 Z" fill="#a8835f"/>${rect(60, 512, 800, 16, '#8c6a4c')}${rect(140, 528, 18, 72, '#6f5139')}${rect(760, 528, 18, 72, '#6f5139')}${rect(300, 452, 60, 26, '#fdfcfa')}${rect(520, 462, 70, 28, '#fdfcfa')}`;
  return `${shell(seeded)}${window(view, box, seeded, 3)}${screen}${chairs.join('')}${table}`;
}
