/** The one id under which a group's push rule is cached, because its own id comes and goes with it. */
export const pushRuleId = 1;

export const pushRules = { id: pushRuleId };
