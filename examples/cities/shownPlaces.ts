import { BoxScene, type Obb } from 'slabtree';
import { Progress } from '../site/progress';
import type { City } from '../world/cities';
import { cityBox } from '../world/cityBox';
import { CityLights } from './cityLights';
import { Sides } from './sides';
import { Towers } from './towers';

/** The number of boxes that are added between two updates of the progress bar. */
const CHUNK = 20_000;

/** Places in a scene, and as towers and lights. */
export class ShownPlaces {
  readonly scene: BoxScene;
  readonly boxes: readonly Obb[];
  readonly sides: Sides;
  readonly towers: Towers;
  readonly lights: CityLights;

  private constructor(scene: BoxScene, boxes: readonly Obb[]) {
    this.scene = scene;
    this.boxes = boxes;
    this.sides = new Sides(boxes.length);
    this.towers = new Towers(boxes, this.sides);
    this.lights = new CityLights(boxes, this.sides);
  }

  /** Adds places as boxes, with the progress on screen. Their ids are their numbers. */
  static async make(cities: readonly City[]): Promise<ShownPlaces> {
    const progress = new Progress(`Adding ${cities.length.toLocaleString('en')} boxes`);
    const boxes: Obb[] = [];
    const scene = new BoxScene();
    for (const [id, city] of cities.entries()) {
      if (id % CHUNK === 0 && id > 0) await progress.set(id / cities.length);
      const box = cityBox(city);
      boxes.push(box);
      scene.addObb(box);
    }
    scene.commit();
    progress.done();
    return new ShownPlaces(scene, boxes);
  }

  /** Takes the towers and the lights out of their scene. */
  remove(): void {
    for (const picture of [this.towers, this.lights]) {
      picture.removeFromParent();
      picture.geometry.dispose();
      picture.material.dispose();
    }
    this.towers.dispose();
  }
}
