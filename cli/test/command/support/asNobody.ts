/** A module that lets a process of root run as nobody, once its program is loaded. */
export const AS_NOBODY = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { stat } = fs.promises;
  fs.promises.stat = (...given) => {
    if (process.getuid() === 0) {
      process.setgroups([]);
      process.setgid(65534);
      process.setuid(65534);
    }
    return stat(...given);
  };
  syncBuiltinESMExports();`;
