declare module 'virtual:packages' {
  import type { Packages } from './buildPackages.ts';

  export const modules: Packages['modules'];
  export const frame: Packages['frame'];
}
