import type { Intersection, Object3D, Raycaster } from 'three';

/** A raycast that an object has for itself, or from a class: to be called on the object. */
export type OwnRaycast = (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => void;

interface WithRaycast {
  readonly raycast: OwnRaycast;
}

export function ownRaycast({ raycast }: WithRaycast): OwnRaycast {
  return raycast;
}

/** The raycast that an object would have without this one: that of its class, or of a class above. */
export function raycastAbove(object: Object3D, raycast: OwnRaycast): OwnRaycast {
  let isPassed = false;
  for (let at: Partial<WithRaycast> | null = object; at !== null; at = prototypeOf(at)) {
    if (at.raycast === raycast) isPassed = true;
    else if (isPassed && at.raycast !== undefined) return at.raycast;
  }
  return meetNothing;
}

function prototypeOf(object: object): Partial<WithRaycast> | null {
  return Object.getPrototypeOf(object) as Partial<WithRaycast> | null;
}

function meetNothing(): void {
  // No ray meets what no class has a raycast for.
}
