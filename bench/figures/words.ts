import type { Origin } from '../origin';
import type { Reading } from './measured';

/** Returns a number with two significant digits: more would be noise. `14,000`, `36`, `0.082`. */
export function round(value: number): string {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(2));
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(rounded))));
  return rounded.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Returns the least and the greatest number: `6.6 to 17`, or one number if both round to it. */
export function range(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(round);
  return least === most ? least : `${least} to ${most}`;
}

const units = [
  { name: 'µs', microseconds: 1 },
  { name: 'ms', microseconds: 1e3 },
  { name: 's', microseconds: 1e6 },
];

/** Returns times as `4.1 µs` or `10 to 15 ms`, in the unit that suits the greatest. */
export function microseconds(...times: readonly number[]): string {
  const most = Math.max(...times);
  const { name, microseconds: size } = units.filter((unit) => most >= unit.microseconds).at(-1) ?? units[0];
  return `${range(times.map((time) => time / size))} ${name}`;
}

export function milliseconds(...times: readonly number[]): string {
  return microseconds(...times.map((time) => 1000 * time));
}

/** Returns a ratio or the range of several: `12 to 21 times as fast`. */
export function timesAsFast(...ratios: readonly number[]): string {
  return `${range(ratios)} times as fast`;
}

export function timesAsLong(...ratios: readonly number[]): string {
  return `${range(ratios)} times as long`;
}

/** Returns the line below a table: when and where its results were measured. */
export function source(...readings: readonly Reading[]): string {
  const lines = readings.map(({ stored: { origin } }) => describe(origin));
  return `_Measured ${[...new Set(lines)].join('; ')}._`;
}

/** Returns date, machine and Node: `2026-11-24, 2-core x64 (AMD EPYC), Node 20.20.2`. */
export function describe({ date, machine, node }: Origin): string {
  return `${date}, ${machine}, Node ${node}`;
}
