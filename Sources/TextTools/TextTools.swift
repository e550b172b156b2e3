// TextTools: functions on texts and addresses, for every layer.
//
// It knows nothing of accounts, and imports nothing of ours.
