import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoxScene } from 'slabtree';
import { TileWriter } from 'slabtree/tile-writer';
import { Random } from '../../../../../test/support/random';

/** A temporary folder with city.slab, the same boxes in tiles as city.slabs, and rays.csv. The caller removes it. */
export interface City {
  folder: string;
  rays: string;
  remove: () => void;
}

/** Writes a scene of boxes on a plain, and rays that go down to it. */
export async function writeCity(boxCount: number, rayCount: number): Promise<City> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slabtree-city-')));
  const random = new Random(18);
  const place = (): number[] => [random.between(0, 10_000), random.between(0, 10_000), random.between(0, 200)];
  const boxes = new Float64Array(6 * boxCount);
  for (let i = 0; i < boxCount; i++) {
    const min = place();
    boxes.set([...min, ...min.map((coordinate) => coordinate + random.between(2, 12))], 6 * i);
  }
  const scene = new BoxScene();
  scene.addAabbs(boxes);
  writeFileSync(join(folder, 'city.slab'), scene.serialize());
  const writer = await TileWriter.create(join(folder, 'city.slabs'), { boxesPerTile: 200 });
  writer.addAabbs(boxes);
  await writer.finish();
  const rays = join(folder, 'rays.csv');
  const file = openSync(rays, 'w');
  for (let done = 0; done < rayCount; done += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, rayCount - done) }, () => {
      const origin = place().map((coordinate) => coordinate.toFixed(3));
      const direction = [random.between(-1, 1), random.between(-1, 1), random.between(-0.3, -0.001)];
      return `${[...origin, ...direction.map((coordinate) => coordinate.toFixed(4))].join()}\n`;
    });
    writeSync(file, lines.join(''));
  }
  closeSync(file);
  return {
    folder,
    rays,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
