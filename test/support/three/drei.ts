import type { ComponentType } from 'react';
import type { Object3D } from 'three';

interface Drei extends Record<
  'Bvh' | 'Instance' | 'Instances' | 'Merged' | 'PivotControls' | 'Point' | 'Points' | 'Select' | 'TransformControls',
  ComponentType<Record<string, unknown>>
> {
  readonly PositionMesh: abstract new () => Object3D;
  readonly PositionPoint: abstract new () => Object3D;
}

// Imported without its types: they bring the types of another version of three-mesh-bvh, which contradict the installed ones.
const name = '@react-three/drei';

/** Components of @react-three/drei. */
export const drei = (await import(/* @vite-ignore */ name)) as Drei;
