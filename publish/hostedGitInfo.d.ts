/** The part of this package that is used. It has no types of its own. */
declare module 'hosted-git-info' {
  /** The addresses at which a host shows the files of a repository, by path. */
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
