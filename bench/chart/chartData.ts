import type { Measured, Reading } from '../figures/measured';
import type { Origin } from '../origin';

/** The results that the chart shows. */
export interface ChartData {
  readonly origin: Origin;
  readonly boxes: number;
  /** From top to bottom. */
  readonly contenders: readonly string[];
  readonly scenes: readonly SceneRates[];
}

export interface SceneRates {
  readonly scene: (typeof SCENES)[number];
  /** Million rays a second, in the order of the contenders. */
  readonly incoherent: readonly number[];
  readonly coherent: readonly number[];
}

const SCENES = ['uniform', 'city', 'obb'] as const;
const BOXES = 100_000;

/** Returns the closest hits among 100,000 boxes. */
export function chartData({ here }: Measured): ChartData {
  const readings = SCENES.map((scene) => ({ scene, reading: here(`closest ${scene} ${BOXES}`) }));
  const [{ reading: first }] = readings;
  const contenders = first.stored.rows.map(({ contender }) => contender);
  const ratesOf = (reading: Reading, order: 'incoherent' | 'coherent') =>
    contenders.map((contender) => reading.median(contender, `${order}, Mray/s`));
  return {
    origin: first.stored.origin,
    boxes: BOXES,
    contenders,
    scenes: readings.map(({ scene, reading }) => ({
      scene,
      incoherent: ratesOf(reading, 'incoherent'),
      coherent: ratesOf(reading, 'coherent'),
    })),
  };
}
