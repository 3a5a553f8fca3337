export { depenetrate, type DepenetrateOptions, type Depenetration } from './depenetrate';
export type { Ground } from './ground';
export { keepInSight, type SightCamera, type SightOptions, type Sight } from './keepInSight';
export { moveAndSlide, type Move } from './moveAndSlide';
export type { MoveOptions, SolidOptions } from './moveOptions';
export type { WalkedScene } from './walkedScene';
