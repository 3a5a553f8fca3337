import { BoxGeometry, type Color, Group, type Material, Mesh, MeshLambertMaterial } from 'three';
import { makeBuilding } from '../building/building';
import { makeMaterials } from '../building/materials';
import { gridOf, makeKnot } from '../million-triangles/knot';
import { geometryOf } from '../million-triangles/knotGeometry';
import { themeColor } from '../site/themeColor';
import { Solids } from './solids';

/** The ground is a little below the floor of the building. */
const GROUND = -0.02;

/** A place to walk in: a building, a heavy mesh, and a yard with one of everything. Lengths are in meters. */
export class Level {
  readonly solids = new Solids();
  readonly #ground = new MeshLambertMaterial();
  readonly #concrete = new MeshLambertMaterial();
  readonly #moving = new MeshLambertMaterial();
  readonly #movers: { readonly id: number; readonly place: (seconds: number) => void }[] = [];
  #seconds = 0;

  /** @param triangles of the heavy mesh. */
  constructor(triangles: number) {
    this.solids.add(this.#box('Ground', [160, 1, 160], [0, GROUND - 0.5, 0], this.#ground));
    this.solids.add(makeBuilding(makeMaterials()));
    this.solids.add(this.#knot(triangles));
    this.solids.add(this.#yard());
    this.#addMovers();
  }

  /** Moves what moves. */
  step(seconds: number): void {
    this.#seconds += seconds;
    for (const { id, place } of this.#movers) {
      place(this.#seconds);
      this.solids.move(id);
    }
  }

  paint(): void {
    const mixed = (name: 'surface' | 'shape' | 'accent', share: number): Color =>
      themeColor('background').lerp(themeColor(name), share);
    this.#ground.color.copy(mixed('surface', 0.7));
    this.#concrete.color.copy(mixed('shape', 0.7));
    this.#moving.color.copy(mixed('accent', 0.6));
  }

  #box(name: string, size: [number, number, number], at: [number, number, number], material: Material): Mesh {
    const box = new Mesh(new BoxGeometry(...size), material);
    box.name = name;
    box.position.set(...at);
    return box;
  }

  /** A knot that lies half in the ground. */
  #knot(triangles: number): Mesh {
    const knot = new Mesh(geometryOf(makeKnot(gridOf(triangles))), new MeshLambertMaterial({ color: 0xd8d2c8 }));
    knot.name = 'Knot';
    knot.scale.setScalar(4);
    knot.position.set(-34, 1, 30);
    knot.rotation.x = -Math.PI / 2;
    return knot;
  }

  /** Slopes, stairs and a low ceiling. */
  #yard(): Group {
    const yard = new Group();
    const add = (name: string, size: [number, number, number], at: [number, number, number]): Mesh => {
      const box = this.#box(name, size, at, this.#concrete);
      yard.add(box);
      return box;
    };
    [20, 35, 44, 50].forEach((degrees, i) => {
      const slope = add(`Slope of ${degrees}°`, [8, 0.4, 3], [4 + 4 * i, 1, 24]);
      slope.rotation.set(0, Math.PI / 2, (-degrees * Math.PI) / 180, 'YXZ');
    });
    [0.15, 0.3, 0.4].forEach((height, i) => {
      for (let step = 1; step <= 6; step++) {
        const y = GROUND + (step * height) / 2;
        add(`Step of ${height * 100} cm`, [2.5, step * height, 0.5], [-12 + 4 * i, y, 18 + step / 2]);
      }
    });
    add('Low ceiling', [6, 0.3, 4], [26, GROUND + 1.6, 18]);
    add('Post', [0.3, 1.5, 0.3], [23.2, GROUND + 0.75, 16.2]);
    add('Post', [0.3, 1.5, 0.3], [28.8, GROUND + 0.75, 19.8]);
    return yard;
  }

  #addMovers(): void {
    const lift = this.#addMover('Lift', [3, 0.2, 3], [0, 0, 12.5]);
    this.#movers.push({
      id: lift.id,
      place: (seconds) => {
        lift.object.position.y = 3.3 - 3.3 * Math.cos(seconds * 0.5);
      },
    });
    const turning = this.#addMover('Turning platform', [6, 0.3, 2], [16, 0.13, 14]);
    this.#movers.push({
      id: turning.id,
      place: (seconds) => {
        turning.object.rotation.y = seconds * 0.6;
      },
    });
    for (let i = 0; i < 4; i++) {
      const crate = this.#addMover('Moving crate', [1.5, 0.8 + 0.4 * i, 1.5], [-8, 0.4 + 0.2 * i, 30 + 3 * i]);
      this.#movers.push({
        id: crate.id,
        place: (seconds) => {
          crate.object.position.x = -4 + 8 * Math.sin(seconds * (0.3 + 0.1 * i) + i);
        },
      });
    }
  }

  #addMover(name: string, size: [number, number, number], at: [number, number, number]): { object: Mesh; id: number } {
    const object = this.#box(name, size, at, this.#moving);
    this.solids.add(object);
    return { object, id: this.solids.idOf(object) };
  }
}
