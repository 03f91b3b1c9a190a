/** The id under which a group's push rule is cached, because a new rule has another id of its own. */
export const pushRuleId = 1;

export const pushRules = { id: pushRuleId };
