/** The properties by which `Field` connects a control with its label, its help and its error. Spread them on the control. */
export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
  /** Not for a button or a group, which can't be required. */
  'aria-required'?: 'true' | undefined;
}
