import { DoubleSide, type Material, MeshLambertMaterial } from 'three';
import { type Kind, kinds } from './storey';

const COLORS: Readonly<Record<Kind, number>> = {
  slab: 0xb9b6ae,
  column: 0xa5a29b,
  wall: 0xd9d2c3,
  partition: 0xece8df,
  window: 0x4f5b66,
  pane: 0x9cc4d8,
  door: 0x9a7550,
  stair: 0xa9a9ad,
  railing: 0x5a6470,
  pipe: 0x3d7ea6,
  fitting: 0x2d5f80,
};

/** Both sides are drawn: a cut shows the inside of a part. */
export function makeMaterials(): Record<Kind, Material> {
  const entries = kinds.map((kind) => {
    const material = new MeshLambertMaterial({ color: COLORS[kind], side: DoubleSide });
    if (kind === 'pane') Object.assign(material, { transparent: true, opacity: 0.4, depthWrite: false });
    return [kind, material];
  });
  return Object.fromEntries(entries) as Record<Kind, Material>;
}
