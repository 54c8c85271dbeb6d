// KMSDisplay
