// Runs in the browser: draws the panels of `dashboard`, which draw-dashboard.ts puts before it, with uPlot.
const COLOURS = ['#2f7ed8', '#d9822b', '#2f9e5b', '#c94c4c', '#8a63d2', '#1f9aa8', '#b3912b', '#d0609d'];
const NAMED = { red: '#d64545', yellow: '#c98a12', green: '#2f9e5b', blue: '#2f7ed8' };
const ROW = 34;
const GAP = 8;
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
const ink = isDark ? '#c8ccd4' : '#3a3f47';
const faint = isDark ? '#33373f' : '#e3e6ea';

function textOf(value, unit) {
  if (value === null || value === undefined) return '–';
  if (unit === 'percentunit') return `${(value * 100).toFixed(Math.abs(value) < 0.1 ? 1 : 0)} %`;
  if (unit === 's') return secondsText(value);
  if (unit === 'bytes') return `${(value / 1024 ** 2).toFixed(value < 1024 ** 2 ? 2 : 0)} MiB`;
  if (unit === 'bool_yes_no') return value === 0 ? 'No' : 'Yes';
  const text = Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(2);
  return { reqps: `${text} req/s`, ops: `${text} ops/s`, eps: `${text} ev/s` }[unit] ?? text;
}

function secondsText(value) {
  if (value >= 3_600) return `${(value / 3_600).toFixed(1)} h`;
  if (value >= 120) return `${(value / 60).toFixed(1)} min`;
  if (value >= 1 || value === 0) return `${value.toFixed(value < 10 && value > 0 ? 1 : 0)} s`;
  return `${(value * 1_000).toFixed(value < 0.01 ? 1 : 0)} ms`;
}

const lastOf = ({ values }) => values.findLast((value) => value !== null) ?? null;

function colourOf(value, { thresholds }) {
  const reached = (thresholds?.steps ?? []).filter((step) => step.value === null || value >= step.value);
  return NAMED[reached.at(-1)?.color] ?? ink;
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function place(panel, width) {
  const { x, y, w, h } = panel.gridPos;
  const box = element('section', panel.type === 'row' ? 'row' : 'panel');
  const column = width / 24;
  const size = { left: x * column, top: y * ROW, width: w * column - GAP, height: h * ROW - GAP };
  for (const [name, value] of Object.entries(size)) box.style[name] = `${value}px`;
  box.append(element('h2', '', panel.title));
  document.querySelector('main').append(box);
  return { box, ...size };
}

const drawers = {
  row: () => {},
  logs: ({ box }) => box.append(element('p', 'none', 'Log lines, from Loki')),
  stat({ box }, { series, fieldConfig: { defaults } }) {
    const value = series[0] === undefined ? null : lastOf(series[0]);
    const shown = element('p', 'stat', textOf(value, defaults.unit));
    shown.style.color = value === null ? ink : colourOf(value, defaults);
    box.append(shown);
  },
  table({ box }, { series }) {
    const present = series.filter(({ values }) => values.at(-1) !== null);
    if (present.length === 0) box.append(element('p', 'none', 'None'));
    for (const { labels } of present) box.append(element('p', 'line', Object.values(labels).join('  ·  ')));
  },
  bargauge({ box, height }, { series, fieldConfig: { defaults } }) {
    if (series.length === 0) box.append(element('p', 'none', 'No data yet'));
    const space = (height - 44) / Math.max(series.length, 1);
    for (const one of series) {
      const value = lastOf(one);
      const line = element('div', 'bar');
      line.style.height = `${Math.min(space, 26)}px`;
      const fill = element('i', '');
      const share = Math.max(0, Math.min(1, (value ?? 0) / (defaults.max ?? 1)));
      fill.style.width = `${share * 45}%`;
      fill.style.background = value === null ? faint : colourOf(value, defaults);
      line.append(element('span', '', one.name), fill, element('b', '', textOf(value, defaults.unit)));
      box.append(line);
    }
  },
  timeseries({ box, width, height }, panel) {
    const { unit } = panel.fieldConfig.defaults;
    const series = panel.series.filter(({ values }) => values.some((value) => value !== null)).slice(0, 12);
    if (series.length === 0) return box.append(element('p', 'none', 'No data in this run'));
    const legend = element('p', 'legend');
    const axis = {
      stroke: ink,
      grid: { stroke: faint, width: 1 },
      ticks: { stroke: faint },
      font: '10px sans-serif',
    };
    const options = {
      width: width - 16,
      height: height - 62,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_, low, high) => [Math.min(0, low), high <= 0 ? 1 : high * 1.1] } },
      axes: [
        { ...axis, values: '{HH}:{mm}', space: 60 },
        { ...axis, size: 74, values: (_, ticks) => ticks.map((tick) => textOf(tick, unit)) },
      ],
      series: [
        {},
        ...series.map((_, index) => ({
          stroke: COLOURS[index % COLOURS.length],
          width: 1.5,
          spanGaps: true,
          points: { show: false },
        })),
      ],
    };
    new uPlot(options, [dashboard.times, ...series.map(({ values }) => values)], box);
    for (const [index, { name }] of series.entries()) {
      const key = element('span', '', name);
      key.style.setProperty('--colour', COLOURS[index % COLOURS.length]);
      legend.append(key);
    }
    box.append(legend);
  },
};

const main = document.querySelector('main');
const bottom = Math.max(...dashboard.panels.map(({ gridPos: { y, h } }) => y + h));
main.style.height = `${bottom * ROW}px`;
for (const panel of dashboard.panels) {
  const placed = place(panel, main.clientWidth);
  (drawers[panel.type] ?? (() => {}))(placed, panel);
}
document.body.dataset.drawn = 'true';
