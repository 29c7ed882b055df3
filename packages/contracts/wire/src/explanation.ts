export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
  /** Where it occurs, besides the operations of /v1 that declare it. */
  readonly elsewhere?: string;
}
