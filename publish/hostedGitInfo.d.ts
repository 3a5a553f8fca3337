/** What is used of the package here; it brings no types. */
declare module 'hosted-git-info' {
  /** Where a host has the files of a repository, each by its path. */
  export interface GitHost {
    /** A page that lists a folder. */
    browse(path: string): string;
    /** A page that shows a file. */
    browseFile(path: string): string;
    /** The bytes of a file. */
    file(path: string): string;
  }

  const hostedGitInfo: { fromUrl(url: string): GitHost | undefined };
  export default hostedGitInfo;
}
