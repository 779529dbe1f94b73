/** A row of what differs. */
export interface Difference {
  name: string;
  /** Null: there was none. Of a list: what goes. */
  before: string | readonly string[] | null;
  /** Null: it goes. Of a list: what comes. */
  after: string | readonly string[] | null;
  /** Below what is new: what stays, for instance. */
  note?: string;
  isCode?: boolean;
}
