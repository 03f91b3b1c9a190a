/** The fixed cache ID of the flags of a project. The platform returns no ID for them. */
export const jobTokenScopeId = 1;

export const jobTokenScope = { id: jobTokenScopeId };
