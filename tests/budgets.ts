/** Limits of the everyday run, which do not depend on the machine. Name the tests that need more when raising one. */
export const BUDGETS = {
  /** Pages that browser tests load. The last five are for second factors and drafts. */
  pages: 175,
  /** Processes of unit and HTTP tests and those that they start, such as servers and commands. */
  processes: 60,
  /** Databases that unit and HTTP tests create, on SQLite and PostgreSQL. */
  databases: 650,
};

export type Budget = keyof typeof BUDGETS;
