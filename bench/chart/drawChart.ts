import { describe } from '../figures/words';
import { isSlabtree } from '../isSlabtree';
import type { ChartData, SceneRates } from './chartData';
import { type LogScale, logScale } from './logScale';
import { style } from './style';
import { escapeXml, round, svgText } from './svgText';

const MARGIN = 28;
/** The column of names, left of the first panel. */
const NAMES_WIDTH = 200;
const PANEL_WIDTH = 224;
const PANEL_GAP = 22;
/** Space right of the longest bar, for its value. */
const VALUE_WIDTH = 34;
const ROW_HEIGHT = 20;
const BAR_HEIGHT = 13;
/** Space above the bars of a kind of rays, for its name. */
const GROUP_HEADING_HEIGHT = 54;
const FIRST_GROUP = 116;
/** Space below the bars, for the ticks and their unit. */
const AXIS_HEIGHT = 52;

const WIDTH = 2 * MARGIN + NAMES_WIDTH + 3 * PANEL_WIDTH + 2 * PANEL_GAP;

const scenes = {
  uniform: 'small boxes in a cube',
  city: 'buildings, dense in the centre',
  obb: 'as uniform, each box turned',
};
const orders = {
  incoherent: 'random origins and directions',
  coherent: 'one camera, row by row',
} as const;
type Order = keyof typeof orders;

/** The contender whose lead the benchmark reports. */
const LEAD = 'slabtree raycastMany';

/** An SVG picture: a panel for each scene, with bars for each kind of rays. All bars have the same axis. */
export function drawChart(data: ChartData): string {
  const groupHeight = GROUP_HEADING_HEIGHT + data.contenders.length * ROW_HEIGHT;
  const groups = (Object.keys(orders) as Order[]).map((order, index) => ({
    order,
    top: FIRST_GROUP + index * groupHeight,
  }));
  const bottom = FIRST_GROUP + groups.length * groupHeight + 6;
  const height = bottom + AXIS_HEIGHT + MARGIN / 2;
  const rates = data.scenes.flatMap(({ incoherent, coherent }) => [...incoherent, ...coherent]);
  const scale = logScale(rates, PANEL_WIDTH - VALUE_WIDTH);

  const title = `Closest hit among ${data.boxes.toLocaleString('en')} boxes`;
  const origin = `${describe(data.origin)}, median of all passes`;
  const lines = [
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8" class="card"/>`,
    svgText(MARGIN, 43, 'title', title),
    svgText(MARGIN, 66, 'muted', origin),
    ...groups.flatMap(({ order, top }) => drawNames(order, data.contenders, top)),
    ...data.scenes.flatMap((rates, index) => {
      const left = MARGIN + NAMES_WIDTH + index * (PANEL_WIDTH + PANEL_GAP);
      return [
        ...drawPanelHeading(rates.scene, left),
        ...drawAxis(scale, left, bottom),
        ...groups.flatMap(({ order, top }) => drawBars(data.contenders, rates[order], scale, left, top)),
      ];
    }),
    svgText(
      MARGIN + NAMES_WIDTH + (WIDTH - 2 * MARGIN - NAMES_WIDTH - VALUE_WIDTH) / 2,
      bottom + 44,
      'muted middle',
      'million rays a second, on a logarithmic axis: longer is faster',
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">${escapeXml(title)}</title>
  <desc id="description">${escapeXml(describeBars(data))}</desc>
  <style>${style}</style>
${lines.map((line) => `  ${line}\n`).join('')}</svg>
`;
}

function drawPanelHeading(scene: SceneRates['scene'], left: number): string[] {
  return [svgText(left, 104, 'heading', scene), svgText(left, 121, 'muted', scenes[scene])];
}

function drawNames(order: Order, contenders: readonly string[], top: number): string[] {
  const right = MARGIN + NAMES_WIDTH - 12;
  return [
    svgText(MARGIN, top + GROUP_HEADING_HEIGHT - 25, 'heading', `${order} rays`),
    svgText(MARGIN, top + GROUP_HEADING_HEIGHT - 8, 'muted', orders[order]),
    ...contenders.map((contender, row) =>
      svgText(right, baseline(top, row), contender === LEAD ? 'strong end' : 'end', contender),
    ),
  ];
}

function drawBars(
  contenders: readonly string[],
  rates: readonly number[],
  scale: LogScale,
  left: number,
  top: number,
): string[] {
  return contenders.flatMap((contender, row) => {
    const length = scale.position(rates[row]);
    const y = top + GROUP_HEADING_HEIGHT + row * ROW_HEIGHT + (ROW_HEIGHT - BAR_HEIGHT) / 2;
    const isLead = contender === LEAD;
    const kind = isLead ? 'lead' : isSlabtree(contender) ? 'own' : 'peer';
    return [
      `<rect x="${left}" y="${round(y)}" width="${round(length)}" height="${BAR_HEIGHT}" class="${kind}"/>`,
      svgText(left + length + 5, baseline(top, row), isLead ? 'value strong' : 'value', formatRate(rates[row])),
    ];
  });
}

function drawAxis({ ticks, position }: LogScale, left: number, bottom: number): string[] {
  const upright = (x: number) =>
    `<line x1="${round(x)}" y1="${FIRST_GROUP + 16}" x2="${round(x)}" y2="${bottom}" class="grid"/>`;
  const drawTick = (tick: number) => {
    const x = left + position(tick);
    return [upright(x), svgText(x, bottom + 16, 'tick muted middle', formatTick(tick))];
  };
  return [upright(left), ...ticks.flatMap(drawTick)];
}

/** The y of the text in a row, so that it is in the middle of its bar. */
function baseline(top: number, row: number): number {
  return top + GROUP_HEADING_HEIGHT + (row + 0.5) * ROW_HEIGHT + 4;
}

/** The chart as text, for people who cannot see the bars. */
function describeBars({ contenders, scenes }: ChartData): string {
  const tables = scenes.flatMap((rates) =>
    (Object.keys(orders) as Order[]).map((order) => {
      const list = contenders.map((contender, row) => `${contender} ${formatRate(rates[order][row])}`);
      return `${rates.scene}, ${order} rays: ${list.join('; ')}.`;
    }),
  );
  return ['Million rays a second.', ...tables].join(' ');
}

/** Two significant digits. */
function formatRate(rate: number): string {
  return rate.toFixed(Math.max(0, 1 - Math.floor(Math.log10(rate))));
}

function formatTick(tick: number): string {
  return tick.toFixed(Math.max(0, -Math.round(Math.log10(tick))));
}
