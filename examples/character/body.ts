import type { BoxScene, Vec3 } from 'slabtree';
import {
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Vector3,
} from 'three';
import { themeColor } from '../site/themeColor';
import type { Player } from './player';

/** The most contacts that are drawn, and the length of a normal. */
const MOST = 64;
const NORMAL = 0.4;
/** The sweep that is drawn goes so many seconds ahead. */
const AHEAD = 1;

/** The player, and on request what the scene answers about it: its contacts, and where it would go. */
export class Body extends Group {
  readonly #capsule: Mesh<CapsuleGeometry, MeshLambertMaterial>;
  readonly #ahead: Mesh<CapsuleGeometry, MeshBasicMaterial>;
  readonly #contacts: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor({ capsule: { a, b, radius } }: Player) {
    super();
    const shape = new CapsuleGeometry(radius, b.y - a.y, 6, 24);
    this.#capsule = new Mesh(shape, new MeshLambertMaterial());
    this.#ahead = new Mesh(shape, new MeshBasicMaterial({ wireframe: true }));
    const points = new BufferAttribute(new Float32Array(6 * MOST), 3);
    this.#contacts = new LineSegments(new BufferGeometry().setAttribute('position', points), new LineBasicMaterial());
    this.#contacts.frustumCulled = false;
    // Nothing hides the normals.
    this.#contacts.material.depthTest = false;
    this.add(this.#capsule, this.#ahead, this.#contacts);
  }

  paint(): void {
    this.#capsule.material.color.copy(themeColor('miss'));
    this.#ahead.material.color.copy(themeColor('accent'));
    this.#contacts.material.color.copy(themeColor('hit'));
  }

  /**
   * @param isSeen whether the capsule is drawn.
   * @param isExplained whether contacts and the sweep are drawn.
   * @returns how many contacts there are.
   */
  show(player: Player, scene: BoxScene, speed: Vec3, isSeen: boolean, isExplained: boolean): number {
    const { capsule } = player;
    this.#capsule.visible = isSeen;
    this.#capsule.position.copy(capsule.a).lerp(new Vector3().copy(capsule.b), 0.5);
    this.#ahead.visible = isExplained;
    this.#contacts.visible = isExplained;
    if (!isExplained) return 0;
    const way = { x: speed.x * AHEAD, y: 0, z: speed.z * AHEAD };
    const t = scene.sweep(capsule, way, { ignoreStart: true })?.t ?? 1;
    this.#ahead.position.copy(this.#capsule.position).addScaledVector(new Vector3().copy(way), t);
    const contacts = scene.contacts(capsule, { within: 0.1 }).slice(0, MOST);
    const { position } = this.#contacts.geometry.attributes;
    contacts.forEach(({ point, normal }, i) => {
      position.setXYZ(2 * i, point.x, point.y, point.z);
      position.setXYZ(2 * i + 1, point.x + NORMAL * normal.x, point.y + NORMAL * normal.y, point.z + NORMAL * normal.z);
    });
    position.needsUpdate = true;
    this.#contacts.geometry.setDrawRange(0, 2 * contacts.length);
    return contacts.length;
  }
}
