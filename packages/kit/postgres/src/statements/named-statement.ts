import type { ReadStatement } from '../connections/database.ts';

const PARAMETER = /\$([a-z]\w*)/gi;

/**
 * A prepared statement whose text names its parameters: `WHERE tenant_id = $tenantId`. The text is numbered once; each
 * call then takes the values by name. Throws for a parameter without a value (null is one).
 */
export function namedStatement<Values extends object>(
  name: string,
  text: string,
): (values: Values) => ReadStatement {
  const parameters = [...new Set(Array.from(text.matchAll(PARAMETER), ([, parameter]) => parameter ?? ''))];
  const numbered = text.replace(PARAMETER, (_, parameter: string) => `$${parameters.indexOf(parameter) + 1}`);
  return (values) => {
    const given = values as Readonly<Record<string, unknown>>;
    return { name, text: numbered, values: parameters.map((parameter) => valueOf(name, given, parameter)) };
  };
}

/**
 * As `namedStatement`, for one of so many texts that connections should not keep each: it is planned for each call. `name` is
 * that of the operation, for all of them.
 */
export function unpreparedStatement<Values extends object>(
  name: string,
  text: string,
): (values: Values) => ReadStatement {
  const statement = namedStatement<Values>(name, text);
  return (values) => ({ ...statement(values), isPrepared: false });
}

/** The driver would send NULL for a name that is spelled wrong. */
function valueOf(name: string, values: Readonly<Record<string, unknown>>, parameter: string): unknown {
  const value = values[parameter];
  if (value === undefined) throw new TypeError(`statement ${name} has no value for $${parameter}`);
  return value;
}
