/** The fixed cache ID of the settings of a scope. The platform gives them none. */
export const notificationSettingsId = 1;

export const notificationSettings = { id: notificationSettingsId };
