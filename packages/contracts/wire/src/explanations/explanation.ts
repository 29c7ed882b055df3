export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
  /** Other places than operations of /v1 where the problem occurs. */
  readonly elsewhere?: string;
}
