"""Parts of screens: functions that paint something into an area of a sheet."""
