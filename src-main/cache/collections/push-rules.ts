/** The fixed cache ID of a group's push rule. The platform gives each new rule a new ID. */
export const pushRuleId = 1;

export const pushRules = { id: pushRuleId };
