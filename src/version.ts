import { version } from '../package.json';

/**
 * The version of the package. Programs that exchange handles of scenes, or rays on a cluster, must have the same version: one of
 * them can send its version along, and the others compare.
 *
 * @example
 * ```ts
 * const isCompatible = (message: { version: string }) => message.version === VERSION;
 * ```
 */
export const VERSION: string = version;
