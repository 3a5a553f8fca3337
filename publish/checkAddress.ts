import { packageFolders } from '../entries';
import { projectAddress } from './projectAddress';

/** `npm publish` runs this first. It stops npm if the address of the project is not set in each package. */
if (Object.values(packageFolders).some((folder) => projectAddress(folder) === null)) {
  console.error(
    'package.json or cli/package.json has no repository, so links and pictures of the README would not work on npm.\n' +
      "Take the project's address from this clone once, commit it, and publish again:\n\n" +
      '  for folder in . cli; do (cd $folder && npm pkg set repository.type=git ' +
      '"repository.url=$(git remote get-url origin)" && npm pkg fix); done\n\n' +
      'npm takes homepage and bugs from it.',
  );
  process.exitCode = 1;
}
