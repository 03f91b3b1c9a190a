/** One step of the schema of `state.db`. Ids go up by tens; a step that was ever released never changes again. */
export interface Migration {
  id: number;
  name: string;
  sql: string;
}
