import { keyColumn, listLine, type Definition, type Statement } from '../derive.ts';
import { firstColumn, type Connection } from '../open-cache.ts';

/** The columns that a condition compares. */
export function columnsIn({ columns }: Definition, { sql, columns: named }: Statement): readonly string[] {
  if (named !== undefined) return named;
  const words = new Set(sql.replaceAll(/'[^']*'/g, '').match(/\w+/g));
  return Object.keys(columns).filter((name) => words.has(name));
}

/** The rows of a collection with values of an unexpected type, which match neither a condition nor its opposite. */
export function unexpectedRows(db: Connection, definition: Definition) {
  const { collection } = definition;
  const exist = firstColumn<number>(db, `SELECT EXISTS (SELECT 1 FROM ${collection} WHERE unexpected IS NOT NULL)`);
  const key = keyColumn(definition);
  let isAny: boolean | undefined;

  /** Whether one of the columns has an unexpected value. Indexes without `unexpected` stay sufficient. */
  function hasAny(names: readonly string[]): Statement {
    const any = ['0', ...names.map(() => 'instr(unexpected, ?) > 0')].join(' OR ');
    const sql = `${key} IN (SELECT ${key} FROM ${collection} WHERE unexpected IS NOT NULL AND (${any}))`;
    return { sql, values: names.map(listLine) };
  }

  /**
   * `certain`: the conditions, but rows with an unexpected value in a compared column do not match. `unknown`: the
   * conditions for rows that match except for such values. Null: the collection has no unexpected values, so the
   * conditions can be used unchanged.
   */
  function split(conditions: readonly Statement[]): { certain: Statement[]; unknown: Statement[] } | null {
    if (conditions.length === 0) return null;
    isAny ??= exist.get() === 1;
    if (!isAny) return null;
    const parts = conditions.map((condition) => ({ condition, columns: columnsIn(definition, condition) }));
    const combined = (by: 'AND NOT' | 'OR'): Statement[] =>
      parts.map(({ condition, columns: own }) => {
        const { sql, values } = hasAny(own);
        return { sql: `((${condition.sql}) ${by} ${sql})`, values: [...condition.values, ...values] };
      });
    return {
      certain: combined('AND NOT'),
      unknown: [hasAny(parts.flatMap((part) => part.columns)), ...combined('OR')],
    };
  }

  return {
    /** Call it when the file may have changed. */
    forget: (): void => void (isAny = undefined),
    split,
    /** The conditions, but rows with an unexpected value in a compared column do not match. */
    certain: (conditions: readonly Statement[]): readonly Statement[] => split(conditions)?.certain ?? conditions,
  };
}
