export interface Allowed {
  /** The beginning of the paths that it is for. */
  readonly path: string;
  /** What may stand there; everything, where none is named. */
  readonly text?: RegExp;
  readonly why: string;
}

/** Where a banned word stays. */
export const ALLOWED: readonly Allowed[] = [
  { path: 'docs/glossary.md', why: 'has the table' },
  { path: 'deploy/local/words/', why: 'its tests have texts that are refused' },
  { path: 'CHANGELOG.md', why: 'what was written about a release stays' },
  { path: 'deploy/shared/demo/', text: /\b(?:houses?|doors?)\b/gi, why: 'buildings that are for sale' },
  { path: '', text: /['`"]house['`"]|\bHOUSE\b|\bhouse(?=:)/g, why: 'a permission of the public contract' },
  {
    path: 'packages/console/src/texts/',
    text: /\b(?:whoever runs this installation|nobody (?:arrives|departs|is)|in house)\b/gi,
    why: 'what front desks read: guests who are in house, days on which nobody arrives',
  },
  { path: 'packages/console/test/', text: /\bIn house\b/g, why: 'the name of a list at the front desk' },
  { path: 'test-e2e/journeys/console-', text: /\bIn house\b/g, why: 'the name of a list at the front desk' },
  {
    path: 'packages/console/src/texts/',
    text: /Price all nights anew/g,
    why: 'a choice at the front desk, which people and programs know by this name',
  },
  { path: 'deploy/local/README.md', text: /`nobody`/g, why: 'a user of the system' },
  {
    path: '',
    text: /\b(?:doubted_at|believed_feeds|believed_on|told_at|ask_again|opening_keys)\b/g,
    why: 'tables and columns keep their names: a rename is no expand-only migration',
  },
  {
    path: '',
    text: /\bdoubted\b/g,
    why: 'a column of channels, whose schema keeps its names, and the value of a metric’s label in dashboards and alerts',
  },
  { path: 'packages/kit/testing/', text: /\bnobody\b/g, why: 'a user of the system, whom Postgres runs as' },
];
