import { projectAddress } from './projectAddress';

/** `npm publish` runs this first. It stops npm if the address of the project is not set. */
if (projectAddress() === null) {
  console.error(
    'package.json has no repository, so links and pictures of the README would not work on npm.\n' +
      "Set the project's address once, commit it, and publish again:\n\n" +
      '  npm pkg set repository.type=git repository.url=git+https://github.com/OWNER/PROJECT.git\n\n' +
      'npm takes homepage and bugs from it.',
  );
  process.exitCode = 1;
}
