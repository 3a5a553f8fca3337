import { EXTENT, MAGNITUDE, OBB_SLOPE, ORIGIN, REACH, SET_BOXES, TYPICAL_SIZE } from '../../bvh/layout/kernelLayout';
import { OBB } from '../../bvh/layout/nodeLayout';
import { TRANSLATION } from '../../primitives/flat/boxLayout';
import { kindOf, placeOf, recordAt } from '../boxes/boxStore';
import { BOX_BOUNDS, writeWorldBounds } from '../boxes/worldBounds';
import { exchanged, setExchanged, memoryBase } from '../memory/workingMemory';
import { marginBase, marginSlope, obbMargin, SPANS } from './obbMargin';
import { preparePads } from './rayMargin';

const FAR: f64 = 8;
const FLOAT32_LIMIT: f64 = 2 ** 127;

/** The bounds around all boxes gathered so far: min x y z, max x y z. */
const GATHERED: usize = memoryBase + memory.data(6 * 8, 16);

/** Measures the scene: its origin, extent, magnitude and typical box size. See bvh/margins/measureScene.ts. */
export function measureScene(idLimit: i32): void {
  measureBoxes(idLimit);
  preparePads();
}

function measureBoxes(idLimit: i32): void {
  // The sum of the biased float64 exponents of the boxes' largest extents, and the number of these boxes. Points have no
  // exponent. The typical size is the power of two with the mean exponent.
  let exponents: i64 = 0;
  let sized: i64 = 0;
  memory.fill(memoryBase + ORIGIN * 8, 0, (SET_BOXES - ORIGIN) * 8);
  clearGathered();
  for (let id = 0; id < idLimit; id++) {
    const place = placeOf(id);
    if (place == 0) continue;
    if (kindOf(place) == OBB) {
      const box = recordAt(place);
      obbMargin(box);
      if (marginBase == Infinity) continue;
      coverObb(box);
    }
    writeWorldBounds(place);
    let size: f64 = 0;
    for (let at: usize = 0; at < 24; at += 8) {
      size = max(size, load<f64>(BOX_BOUNDS + at, 24) - load<f64>(BOX_BOUNDS + at));
    }
    gatherBounds();
    if (size > 0) {
      exponents += reinterpret<i64>(size) >>> 52;
      sized++;
    }
  }
  setExchanged(TYPICAL_SIZE, sized == 0 ? Infinity : reinterpret<f64>((exponents / sized) << 52));
  if (load<f64>(GATHERED) == Infinity) return;
  for (let k = 0; k < 3; k++) {
    const low = load<f64>(GATHERED + (<usize>k << 3));
    const high = load<f64>(GATHERED + (<usize>k << 3), 24);
    const size = high - low;
    const middle = low / 2 + high / 2;
    const origin: f64 = abs(middle) > FAR * size && abs(middle) < FLOAT32_LIMIT ? <f64>(<f32>middle) : 0;
    const below = abs(low - origin);
    const above = abs(high - origin);
    setExchanged(ORIGIN + k, origin);
    setExchanged(EXTENT + k, max(below, above));
    setExchanged(MAGNITUDE + k, max(exchanged(MAGNITUDE + k), max(abs(low), abs(high))));
    setExchanged(REACH, max(exchanged(REACH), FAR * (above + below)));
  }
}

/**
 * Raises the scene's measure to cover the numbers that the exact test of an OBB computes beyond the OBB's bounds. Must
 * be called after obbMargin for the OBB.
 */
function coverObb(box: usize): void {
  setExchanged(OBB_SLOPE, max(exchanged(OBB_SLOPE), marginSlope));
  for (let k = 0; k < 3; k++) {
    const reach = abs(load<f64>(box + (<usize>k << 3), TRANSLATION * 8)) + load<f64>(SPANS + (<usize>k << 3));
    setExchanged(MAGNITUDE + k, max(exchanged(MAGNITUDE + k), reach));
  }
}

/**
 * Empties the bounds around all gathered boxes. Must be called before boxes are gathered: see
 * bvh/margins/measureScene.ts.
 */
export function clearGathered(): void {
  v128.store(GATHERED, f64x2.splat(Infinity));
  v128.store(GATHERED + 16, f64x2(Infinity, -Infinity));
  v128.store(GATHERED + 32, f64x2.splat(-Infinity));
}

/** Widens the bounds around all gathered boxes to hold the box in BOX_BOUNDS. */
function gatherBounds(): void {
  v128.store(GATHERED, f64x2.pmin(v128.load(GATHERED), v128.load(BOX_BOUNDS)));
  const middle = v128.load(GATHERED + 16);
  const added = v128.load(BOX_BOUNDS + 16);
  v128.store(GATHERED + 16, v128.shuffle<f64>(f64x2.pmin(middle, added), f64x2.pmax(middle, added), 0, 3));
  v128.store(GATHERED + 32, f64x2.pmax(v128.load(GATHERED + 32), v128.load(BOX_BOUNDS + 32)));
}

/**
 * Widens the bounds around all gathered boxes to hold the box in BOX_BOUNDS. {@link endGrowth} then makes the scene's
 * measure cover these bounds.
 *
 * @param box the address of the record of an OBB whose margin has been computed, or 0.
 */
export function growMeasure(box: usize): void {
  if (box != 0) {
    if (marginBase == Infinity) return;
    coverObb(box);
  }
  gatherBounds();
}

/**
 * Widens the scene's measure to cover the bounds around all gathered boxes. Rounding is monotonic, so the measure
 * becomes the same as if each box had widened it.
 */
export function endGrowth(): void {
  if (load<f64>(GATHERED) < Infinity) {
    for (let k = 0; k < 3; k++) {
      const low = load<f64>(GATHERED + (<usize>k << 3));
      const high = load<f64>(GATHERED + (<usize>k << 3), 24);
      const origin = exchanged(ORIGIN + k);
      setExchanged(MAGNITUDE + k, max(exchanged(MAGNITUDE + k), max(abs(low), abs(high))));
      setExchanged(EXTENT + k, max(exchanged(EXTENT + k), max(abs(low - origin), abs(high - origin))));
    }
  }
  preparePads();
}
