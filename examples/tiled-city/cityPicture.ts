import type { Aabb } from 'slabtree';
import { DirectionalLight, Fog, HemisphereLight } from 'three';
import type { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';
import { BoxMark } from './boxMark';
import type { CityBlocks } from './city/cityBlocks';
import { NearBoxes } from './nearBoxes';
import { TileOutlines } from './tileOutlines';

/** What is drawn: boxes, those that are pointed at or marked, and the tiles. In the dark theme it is night. */
export class CityPicture {
  readonly outlines = new TileOutlines();
  readonly #stage: Stage;
  readonly #city: CityBlocks;
  readonly #boxes: NearBoxes;
  readonly #pointed = new BoxMark();
  readonly #marks = new Map<number, BoxMark>();
  readonly #sun = new DirectionalLight();
  readonly #sky = new HemisphereLight(0xeaf2ff, 0x8b8578);
  readonly #fog = new Fog(0);
  #ids = new Float64Array();
  #isNight = false;

  constructor(stage: Stage, city: CityBlocks) {
    this.#stage = stage;
    this.#city = city;
    this.#boxes = new NearBoxes(city);
    this.#sun.position.set(-2, 3, 1.3);
    stage.scene.fog = this.#fog;
    stage.scene.add(this.#boxes, this.outlines, this.#pointed, this.#sun, this.#sky);
    stage.onTheme(() => {
      this.#fog.color = themeColor('background');
      this.outlines.material.color = themeColor('accent');
      this.#pointed.material.color = themeColor('ink');
      for (const mark of this.#marks.values()) mark.material.color = themeColor('hit');
      this.#isNight = matchMedia('(prefers-color-scheme: dark)').matches;
      this.#sun.intensity = this.#isNight ? 0.15 : 2.2;
      this.#sky.intensity = this.#isNight ? 0.4 : 1.9;
      this.drawBoxes(this.#ids);
    });
  }

  /** Sets how far one sees, in metres. */
  set reach(reach: number) {
    const { camera } = this.#stage;
    camera.far = reach;
    camera.updateProjectionMatrix();
    this.#fog.near = 0.35 * reach;
    this.#fog.far = 0.97 * reach;
    this.#stage.requestFrame();
  }

  /** How many boxes are marked. */
  get marked(): number {
    return this.#marks.size;
  }

  /** @param ids in order. */
  drawBoxes(ids: Float64Array<ArrayBuffer>): void {
    this.#ids = ids;
    this.#boxes.draw(ids, this.#isNight);
    this.#stage.requestFrame();
  }

  /** @param id the box under the pointer. Null for none. */
  point(id: number | null): void {
    this.#pointed.show(id === null || this.#marks.has(id) ? null : this.#city.box(id));
    this.#stage.requestFrame();
  }

  toggleMark(id: number): void {
    const there = this.#marks.get(id);
    if (there) {
      this.#marks.delete(id);
      there.removeFromParent();
    } else {
      const mark = new BoxMark();
      mark.material.color = themeColor('hit');
      mark.show(this.#city.box(id));
      this.#marks.set(id, mark);
      this.#stage.scene.add(mark);
    }
    this.point(null);
  }

  outline(tiles: readonly Aabb[]): void {
    this.outlines.show(tiles);
    this.#stage.requestFrame();
  }
}
