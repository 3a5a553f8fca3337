import { projectAddress } from './projectAddress';

/** `npm publish` runs this first. It stops npm if the address of the project is not set. */
if (projectAddress() === null) {
  console.error(
    'package.json has no repository, so links and pictures of the README would not work on npm.\n' +
      "Take the project's address from this clone once, commit it, and publish again:\n\n" +
      '  npm pkg set repository.type=git "repository.url=$(git remote get-url origin)" && npm pkg fix\n\n' +
      'npm takes homepage and bugs from it.',
  );
  process.exitCode = 1;
}
