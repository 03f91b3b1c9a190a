/** The platform gives the flags of a project no ID. */
export const jobTokenScope = { id: 1 };
