declare module 'virtual:packages' {
  // An import declaration in here could not name a file.
  /* eslint-disable @typescript-eslint/consistent-type-imports */
  export const modules: import('./buildPackages').Packages['modules'];
  export const frame: import('./buildPackages').Packages['frame'];
}
