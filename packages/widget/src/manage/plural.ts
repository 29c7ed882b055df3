export function plural(language: string, one: string, other: string): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => `${count} ${rules.select(count) === 'one' ? one : other}`;
}
